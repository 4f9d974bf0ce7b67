/** The secrets in Secret Manager: the keys of providers, and the accounts at stock agencies. */
import { z } from 'zod';
import { NO_CHANGES, oneChange, type Plan, type Setup, type Step } from './step.ts';

export const PROVIDER_KEYS = 'PROVIDER_KEYS';
export const DELIVERY_ACCOUNTS = 'DELIVERY_ACCOUNTS';
export const SECRETS = [PROVIDER_KEYS, DELIVERY_ACCOUNTS] as const;
type SecretName = (typeof SECRETS)[number];

const HOST = 'secretmanager.googleapis.com/v1';

export const secretPath = ({ project }: Pick<Setup, 'project'>, name: SecretName): string =>
  `${HOST}/projects/${project}/secrets/${name}`;

const VersionsSchema = z.object({ versions: z.array(z.object({ state: z.string() })).default([]) });

/** Its own step: roles on secrets do not need a value. */
export const secrets: Step = {
  title: 'Secrets',
  async plan(setup) {
    const { google, project } = setup;
    const plans = await Promise.all(
      SECRETS.map(async (name): Promise<Plan> => {
        if (await google.read(z.object({}), secretPath(setup, name))) return NO_CHANGES;
        return oneChange(`create the secret ${name}`, () =>
          google.call('POST', `${HOST}/projects/${project}/secrets?secretId=${name}`, {
            replication: { automatic: {} },
            // Or `functions:secrets:set` asks first whether to manage the secret. Not 'functions', which the CLI itself writes:
            // `functions:secrets:prune` does not find that (`pruneSecrets` in firebase-tools lib/functions/secrets.js).
            labels: { 'firebase-managed': 'true' },
          }),
        );
      }),
    );
    return { changes: plans.flatMap(({ changes }) => changes) };
  },
};

/** Only the first value: `npm run firebase -- functions:secrets:set` changes it. */
export async function planFirstValue(
  setup: Setup,
  name: SecretName,
  line: string,
  obtain: () => Promise<unknown>,
): Promise<Plan> {
  const path = secretPath(setup, name);
  const found = await setup.google.read(VersionsSchema, `${path}/versions`);
  if (found?.versions.some(({ state }) => state === 'ENABLED')) return NO_CHANGES;
  return oneChange(line, async () => {
    const data = Buffer.from(JSON.stringify(await obtain())).toString('base64');
    await setup.google.call('POST', `${path}:addVersion`, { payload: { data } });
  });
}

/** A deployment needs a value, also of a studio that delivers to no agency. */
export const noAccounts: Step = {
  title: 'Accounts at agencies',
  plan: (setup) =>
    planFirstValue(setup, DELIVERY_ACCOUNTS, `store an empty list in ${DELIVERY_ACCOUNTS}`, async () => ({})),
};
