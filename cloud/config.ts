import { z } from 'zod';

const api = (name: string) => z.url().default(`https://${name}.googleapis.com`);

/** Addresses of Google's APIs: only tests set them. */
const EnvironmentSchema = z.object({
  /** Used instead of signing in, as by Terraform. */
  GOOGLE_OAUTH_ACCESS_TOKEN: z.string().min(1).optional(),
  /** One address for all APIs that the setup calls. */
  GOOGLE_APIS_URL: z.url().optional(),
  /** Those of the check, which runs against the local portal in tests. */
  CLOUD_SCHEDULER_API_URL: api('cloudscheduler'),
  CLOUD_TASKS_API_URL: api('cloudtasks'),
  FIREBASE_RULES_API_URL: api('firebaserules'),
  FIREBASE_STORAGE_API_URL: api('firebasestorage'),
  FIRESTORE_API_URL: api('firestore'),
  FIRESTORE_ADMIN_API_URL: api('firestore'),
  IDENTITY_API_URL: api('identitytoolkit'),
  IDENTITY_ADMIN_API_URL: api('identitytoolkit'),
  STORAGE_API_URL: api('storage'),
  npm_execpath: z.string().optional(),
});

const environment = EnvironmentSchema.parse(process.env);

export const config = {
  accessToken: environment.GOOGLE_OAUTH_ACCESS_TOKEN,
  googleApisUrl: environment.GOOGLE_APIS_URL,
  urls: {
    scheduler: environment.CLOUD_SCHEDULER_API_URL,
    tasks: environment.CLOUD_TASKS_API_URL,
    rules: environment.FIREBASE_RULES_API_URL,
    firebaseStorage: environment.FIREBASE_STORAGE_API_URL,
    firestore: environment.FIRESTORE_API_URL,
    firestoreAdmin: environment.FIRESTORE_ADMIN_API_URL,
    identity: environment.IDENTITY_API_URL,
    identityAdmin: environment.IDENTITY_ADMIN_API_URL,
    storage: environment.STORAGE_API_URL,
  },
  /** How to run npm. */
  npm: environment.npm_execpath === undefined ? ['npm'] : [process.execPath, environment.npm_execpath],
  /** For child processes. */
  inheritedEnvironment: process.env,
};
export type ApiUrls = typeof config.urls;
