/** Billing, the Firebase project and its web app. */
import { z } from 'zod';
import type { Google } from './google.ts';
import { NO_CHANGES, oneChange, SetupError, type Setup, type Step } from './step.ts';

const FIREBASE = 'firebase.googleapis.com/v1beta1';
const APP_NAME = 'Portal';

const BillingSchema = z.object({
  billingAccountName: z.string().default(''),
  billingEnabled: z.boolean().default(false),
});

export const readBilling = ({ google, project }: Pick<Setup, 'google' | 'project'>) =>
  google.read(BillingSchema, `cloudbilling.googleapis.com/v1/projects/${project}/billingInfo`);

export const makeBillingError = (project: string) =>
  new SetupError(
    `The project ${project} has no billing account. Choose the Blaze plan: ` +
      `https://console.firebase.google.com/project/${project}/usage/details`,
  );

export const billing: Step = {
  title: 'Billing',
  async plan(setup) {
    const found = await readBilling(setup);
    if (!found || found.billingEnabled) return NO_CHANGES;
    throw makeBillingError(setup.project);
  },
};

export const firebase: Step = {
  title: 'Firebase',
  async plan({ google, project }) {
    if (await google.read(z.object({}), `${FIREBASE}/projects/${project}`)) return NO_CHANGES;
    return oneChange('add Firebase to the project', () =>
      google.run('POST', `${FIREBASE}/projects/${project}:addFirebase`, {}),
    );
  },
};

const AppsSchema = z.object({
  apps: z.array(z.object({ name: z.string(), displayName: z.string().optional() })).default([]),
});

async function findWebApp(google: Google, project: string) {
  const { apps } = (await google.read(AppsSchema, `${FIREBASE}/projects/${project}/webApps`)) ?? { apps: [] };
  return apps.find(({ displayName }) => displayName === APP_NAME) ?? apps[0];
}

export const webApp: Step = {
  title: 'Web app',
  async plan({ google, project }) {
    if (await findWebApp(google, project)) return NO_CHANGES;
    return oneChange(`create the web app "${APP_NAME}"`, () =>
      google.run('POST', `${FIREBASE}/projects/${project}/webApps`, { displayName: APP_NAME }),
    );
  },
};

/** Public: every visitor's browser receives it. */
export async function readWebApiKey({
  google,
  project,
}: Pick<Setup, 'google' | 'project'>): Promise<string | undefined> {
  const app = await findWebApp(google, project);
  if (!app) return undefined;
  const found = await google.read(z.object({ apiKey: z.string() }), `${FIREBASE}/${app.name}/config`);
  return found?.apiKey;
}
