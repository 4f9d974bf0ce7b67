import { z } from 'zod';
import type { Google } from './google.ts';
import { makeBillingError } from './project.ts';
import { NO_CHANGES, SetupError, type Step } from './step.ts';

/** What `firebase deploy`, the functions, and the other steps call. */
const APIS = [
  'artifactregistry',
  'billingbudgets',
  'cloudbilling',
  'cloudbuild',
  'cloudfunctions',
  'cloudresourcemanager',
  'cloudscheduler',
  'cloudtasks',
  // Brings the account that builds the functions.
  'compute',
  'eventarc',
  'firebase',
  'firebasehosting',
  'firebaserules',
  'firebasestorage',
  'firestore',
  'iam',
  'iamcredentials',
  'identitytoolkit',
  'logging',
  'monitoring',
  'pubsub',
  'run',
  'secretmanager',
  'storage',
  'sts',
].map((name) => `${name}.googleapis.com`);

/** https://cloud.google.com/service-usage/docs/reference/rest/v1/services/batchEnable */
const MAX_ENABLED_AT_ONCE = 20;

const HOST = 'serviceusage.googleapis.com/v1';

const ServicesSchema = z.object({
  services: z.array(z.object({ name: z.string(), parent: z.string(), state: z.string() })),
});

async function readServices(google: Google, project: string) {
  const names = APIS.map((api) => `names=projects/${project}/services/${api}`).join('&');
  const answer = await google.read(ServicesSchema, `${HOST}/projects/${project}/services:batchGet?${names}`);
  if (answer) return answer.services;
  throw new SetupError(
    `The project ${project} does not exist, or its Service Usage API is off. Create the project in https://console.firebase.google.com, ` +
      `or turn the API on: https://console.cloud.google.com/apis/library/serviceusage.googleapis.com?project=${project}`,
  );
}

/** From the one API that is always on. */
export async function readProjectNumber(google: Google, project: string): Promise<string> {
  const [service] = await readServices(google, project);
  const number = service?.parent.replace(/^projects\//, '') ?? '';
  if (/^\d+$/.test(number)) return number;
  throw new SetupError(`Google returned no project number for ${project}.`);
}

export const apis: Step = {
  title: 'APIs',
  async plan({ google, project }) {
    const missing = (await readServices(google, project))
      .filter(({ state }) => state !== 'ENABLED')
      .map(({ name }) => name.slice(name.lastIndexOf('/') + 1));
    if (missing.length === 0) return NO_CHANGES;
    const enable = async () => {
      for (let start = 0; start < missing.length; start += MAX_ENABLED_AT_ONCE) {
        await google.run('POST', `${HOST}/projects/${project}/services:batchEnable`, {
          serviceIds: missing.slice(start, start + MAX_ENABLED_AT_ONCE),
        });
      }
    };
    const apply = () =>
      enable().catch((error: unknown) => {
        const isUnpaid = error instanceof Error && /billing/i.test(error.message);
        throw isUnpaid ? makeBillingError(project) : error;
      });
    return { changes: [{ lines: missing.map((api) => `enable ${api}`), apply }] };
  },
};
