import { z } from 'zod';
import { defineCall } from './call.ts';

/** Public settings of the studio: anyone can read them. The external emails that may sign in are not among them. */
export const PublicSettingsSchema = z.object({
  productName: z.string().min(1),
  companyDomain: z.string().min(1),
  signInProviderName: z.string().min(1),
  /** The web app's Firebase configuration, which is not secret. */
  firebase: z.object({
    apiKey: z.string(),
    /** Host of Firebase's sign-in handler, if not the host of the page. */
    authDomain: z.string().optional(),
    projectId: z.string(),
    storageBucket: z.string(),
  }),
  /** Set if the studio uses Firebase App Check with reCAPTCHA Enterprise. */
  appCheck: z.object({ siteKey: z.string(), appId: z.string() }).optional(),
  /** URL of the Auth emulator, if it is used. */
  authEmulatorUrl: z.url().optional(),
  /** URL of the Storage emulator, if it is used. */
  storageEmulatorUrl: z.url().optional(),
});
export type PublicSettings = z.infer<typeof PublicSettingsSchema>;

export const getSettings = defineCall({
  method: 'GET',
  path: '/api/settings',
  summary: 'Settings that the web app needs before sign-in.',
  audience: 'public',
  response: PublicSettingsSchema,
});
