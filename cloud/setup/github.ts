/**
 * Deployments from GitHub. No key is stored. Google accepts a token from GitHub that names this repository and environment, whose
 * protection rules say who must approve a job.
 * https://cloud.google.com/iam/docs/workload-identity-federation-with-deployment-pipelines
 */
import { z } from 'zod';
import { accountPolicy } from './account-policy.ts';
import { emailOf } from './accounts.ts';
import { differs } from './differs.ts';
import { planGrants } from './iam-policy.ts';
import { NO_CHANGES, oneChange, type Setup, type Step } from './step.ts';

const HOST = 'iam.googleapis.com/v1';
const POOL = 'github';
const PROVIDER = 'github';

const poolPath = ({ projectNumber }: Pick<Setup, 'projectNumber'>) =>
  `projects/${projectNumber}/locations/global/workloadIdentityPools/${POOL}`;

const providerPath = (setup: Pick<Setup, 'projectNumber'>): string =>
  `${poolPath(setup)}/providers/${PROVIDER}`;

export const githubPool: Step = {
  title: 'Deployments from GitHub: pool',
  async plan(setup) {
    if (!setup.github || (await setup.google.read(z.object({}), `${HOST}/${poolPath(setup)}`)))
      return NO_CHANGES;
    const parent = poolPath(setup).replace(`/${POOL}`, '');
    return oneChange(`create the workload identity pool "${POOL}"`, () =>
      setup.google.run('POST', `${HOST}/${parent}?workloadIdentityPoolId=${POOL}`, { displayName: 'GitHub' }),
    );
  },
};

export const githubProvider: Step = {
  title: 'Deployments from GitHub: provider',
  async plan(setup) {
    const { google, github } = setup;
    if (!github) return NO_CHANGES;
    const { repository, environment } = github;
    const wanted = {
      displayName: 'GitHub',
      // https://docs.github.com/actions/reference/security/oidc
      oidc: { issuerUri: 'https://token.actions.githubusercontent.com' },
      attributeMapping: {
        'google.subject': 'assertion.sub',
        'attribute.repository': 'assertion.repository',
      },
      attributeCondition: `assertion.repository == '${repository}' && assertion.environment == '${environment}'`,
    };
    const path = `${HOST}/${providerPath(setup)}`;
    const existing = await google.read(z.looseObject({}), path);
    if (existing && !differs(wanted, existing)) return NO_CHANGES;
    const line = `trust jobs of ${repository} in the environment "${environment}"`;
    return existing
      ? oneChange(line, () =>
          google.run('PATCH', `${path}?updateMask=${Object.keys(wanted).join(',')}`, wanted),
        )
      : oneChange(line, () =>
          google.run(
            'POST',
            `${HOST}/${poolPath(setup)}/providers?workloadIdentityPoolProviderId=${PROVIDER}`,
            wanted,
          ),
        );
  },
};

export const githubDeployer: Step = {
  title: 'Deployments from GitHub: account',
  async plan(setup) {
    const { github } = setup;
    if (!github) return NO_CHANGES;
    const holder = accountPolicy(setup, emailOf(setup, 'portal-deployer'));
    const member = `principalSet://iam.googleapis.com/${poolPath(setup)}/attribute.repository/${github.repository}`;
    const plan = await planGrants(holder, [{ role: 'roles/iam.workloadIdentityUser', member }]);
    return { ...plan, manualSteps: describeVariables(setup, github.environment) };
  },
};

/** Only the settings are secret: they contain people's addresses. */
const describeVariables = (setup: Setup, environment: string): string[] => [
  `Set the variables of the GitHub environment "${environment}": ` +
    `PROJECT_ID=${setup.project}, WORKLOAD_IDENTITY_PROVIDER=${providerPath(setup)}, ` +
    `DEPLOYER=${emailOf(setup, 'portal-deployer')}, and its secret SETTINGS to the text of functions/.env.${setup.project}: ` +
    `https://github.com/${setup.github?.repository}/settings/environments`,
];
