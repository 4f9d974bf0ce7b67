import { readProjectNumber, apis } from './apis.ts';
import { alerts } from './alerts.ts';
import { bucket, bucketSettings } from './bucket.ts';
import { budget } from './budget.ts';
import { firestore } from './firestore.ts';
import { githubDeployer, githubPool, githubProvider } from './github.ts';
import { GoogleError } from '../google-api.ts';
import { hosting } from './hosting.ts';
import { notificationChannel } from './notification-channel.ts';
import { billing, firebase, webApp } from './project.ts';
import { projectRoles, serviceAgents } from './project-roles.ts';
import { secretValue } from './provider-keys.ts';
import { accountRoles, bucketRoles, secretRoles } from './resource-roles.ts';
import { noAccounts, secrets } from './secrets.ts';
import { serviceAccounts } from './service-accounts.ts';
import { settingsFile } from './settings-file.ts';
import { signIn } from './sign-in.ts';
import { SetupError, type Setup, type Step } from './step.ts';

/** In an order in which each finds what it needs. */
const STEPS: readonly Step[] = [
  apis,
  billing,
  firebase,
  webApp,
  hosting,
  firestore,
  bucket,
  bucketSettings,
  serviceAccounts,
  serviceAgents,
  projectRoles,
  accountRoles,
  bucketRoles,
  secrets,
  secretRoles,
  secretValue,
  noAccounts,
  settingsFile,
  signIn,
  notificationChannel,
  budget,
  alerts,
  githubPool,
  githubProvider,
  githubDeployer,
];

export interface SetupResult {
  changes: number;
  manualSteps: readonly string[];
}

/** Prints each change, and then makes it if the setup is applied. */
export async function runSetup(
  options: Omit<Setup, 'projectNumber'>,
  print: (line: string) => void,
): Promise<SetupResult> {
  const projectNumber = await explain(options, 'APIs', () =>
    readProjectNumber(options.google, options.project),
  );
  const setup: Setup = { ...options, projectNumber };
  const manualSteps: string[] = [];
  let changes = 0;
  for (const { title, plan } of STEPS) {
    const wanted = await explain(setup, title, () => plan(setup));
    manualSteps.push(...(wanted.manualSteps ?? []));
    if (wanted.changes.length > 0) print(title);
    for (const { lines, apply } of wanted.changes) {
      for (const line of lines) print(`  + ${line}`);
      changes += lines.length;
      if (setup.isApplying) await explain(setup, title, apply);
    }
  }
  return { changes, manualSteps };
}

/** Makes one sentence of what Google refuses. */
async function explain<Result>(
  { project }: Pick<Setup, 'project'>,
  title: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    if (error.code === 401)
      throw new SetupError('Sign in again: npm run firebase -- login --reauth', { cause: error });
    if (error.code !== 403) throw new SetupError(`${title}: ${error.message}`, { cause: error });
    const missing = error.permission === undefined ? error.message : `you lack ${error.permission}`;
    throw new SetupError(
      `${title}: ${missing}. Ask an owner of ${project} for the role Owner, then run this command again: ` +
        `https://console.cloud.google.com/iam-admin/iam?project=${project}`,
      { cause: error },
    );
  }
}
