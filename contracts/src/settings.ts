import { z } from 'zod';
import { defineCall } from './call.ts';

/** What a studio sets and the browser may know. */
export const PublicSettingsSchema = z.object({
  productName: z.string().min(1),
  companyDomain: z.string().min(1),
  signInProviderName: z.string().min(1),
  /** SHA-256, in hex, of the emails outside the company that may sign in: anyone may read this, so not the emails. */
  externalEmailDigests: z.array(z.string()),
  /** The web app's own identifiers at Firebase; none is a secret. */
  firebase: z.object({
    apiKey: z.string(),
    /** Where Firebase's sign-in handler is reached; without it, at the host that serves the page. */
    authDomain: z.string().optional(),
    projectId: z.string(),
    storageBucket: z.string(),
  }),
  /** Where the Auth emulator answers, when there is one. */
  authEmulatorUrl: z.url().optional(),
  /** Where the Storage emulator answers, when there is one. */
  storageEmulatorUrl: z.url().optional(),
});
export type PublicSettings = z.infer<typeof PublicSettingsSchema>;

export const getSettings = defineCall({
  method: 'GET',
  path: '/api/settings',
  summary: 'What the web app must know before anyone signs in.',
  audience: 'public',
  answer: PublicSettingsSchema,
});
