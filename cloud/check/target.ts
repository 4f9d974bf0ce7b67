import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { DEFAULT_REGION } from '@portal/contracts/deployment';
import { z } from 'zod';
import type { ApiUrls } from './config.ts';
import type { GoogleApi } from './google-api.ts';

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

/** Where the functions were deployed to. */
export function findRegion(root: string, project: string): string {
  const file = join(root, `functions/.env.${project}`);
  const settings = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return settings['REGION'] || DEFAULT_REGION;
}

export const readText = ({ root }: Target, file: string): string => readFileSync(join(root, file), 'utf8');
