import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ApiUrls } from '../config.ts';
import type { GoogleApi } from './make-google-api.ts';

/** The portal that is checked, and what this checkout says it should be. */
export interface Target {
  project: string;
  region: string;
  /** Without a slash at the end. */
  url: string;
  root: string;
  hosting: FirebaseJson['hosting'];
  google: GoogleApi;
  urls: ApiUrls;
}

const FirebaseJsonSchema = z.object({
  hosting: z.object({
    headers: z.array(
      z.object({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
    ),
  }),
});
type FirebaseJson = z.infer<typeof FirebaseJsonSchema>;

export const readFirebaseJson = (file: string): FirebaseJson =>
  FirebaseJsonSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

export const readText = ({ root }: Target, file: string): string => readFileSync(join(root, file), 'utf8');
