import { z } from 'zod';

const api = (name: string) => z.url().default(`https://${name}.googleapis.com`);

/** Google's APIs. Only tests set other addresses, those of the local portal. */
const EnvironmentSchema = z.object({
  /** Used instead of signing in, as by Terraform. */
  GOOGLE_OAUTH_ACCESS_TOKEN: z.string().min(1).optional(),
  CLOUD_SCHEDULER_API_URL: api('cloudscheduler'),
  CLOUD_TASKS_API_URL: api('cloudtasks'),
  FIREBASE_RULES_API_URL: api('firebaserules'),
  FIREBASE_STORAGE_API_URL: api('firebasestorage'),
  FIRESTORE_API_URL: api('firestore'),
  FIRESTORE_ADMIN_API_URL: api('firestore'),
  IDENTITY_API_URL: api('identitytoolkit'),
  IDENTITY_ADMIN_API_URL: api('identitytoolkit'),
  STORAGE_API_URL: api('storage'),
});

const environment = EnvironmentSchema.parse(process.env);

export const config = {
  accessToken: environment.GOOGLE_OAUTH_ACCESS_TOKEN,
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
};
export type ApiUrls = typeof config.urls;
