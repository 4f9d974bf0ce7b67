import { resolve } from 'node:path';
import { z } from 'zod';

const EnvironmentSchema = z.object({
  /** The portal under test: `npm test` starts its own and sets these variables. */
  PORTAL_URL: z.url().default('http://127.0.0.1:5000'),
  PORTAL_PROJECT: z.string().default('demo-portal'),
  PORTAL_FUNCTIONS_URL: z.url().default('http://127.0.0.1:5001'),
  PORTAL_AUTH_URL: z.url().default('http://127.0.0.1:9099'),
  PORTAL_STORAGE: z.string().default('127.0.0.1:9199'),
  PORTAL_SANDBOX: z.url().default('http://127.0.0.1:9699'),
  PORTAL_GOOGLE_APIS: z.url().default('http://127.0.0.1:9698'),
  PORTAL_FIRESTORE: z.string().default('127.0.0.1:8080'),
  /** The log of the emulators and the functions. */
  PORTAL_LOG: z.string().default(resolve(import.meta.dirname, '../.data/logs/emulators.log')),
  /** See scripts/test/fuzz-main.ts. */
  FUZZ_SEED: z.coerce.number().int().default(1),
  FUZZ_REQUESTS: z.coerce.number().int().min(1).default(2000),
  FUZZ_ONLY: z.coerce.number().int().optional(),
  /** `all`: see scripts/test/hostile-main.ts. */
  HOSTILE_FILES: z.enum(['some', 'all']).default('some'),
  /** To find installed programs. */
  PATH: z.string().default(''),
});

/** Set by scripts/test/portal-suite.ts: the variables above for each portal, one for each of vitest's workers. */
const PortalsSchema = z.object({
  PORTALS: z
    .string()
    .default('[{}]')
    .transform((json) => z.array(z.record(z.string(), z.string())).parse(JSON.parse(json))),
  VITEST_POOL_ID: z.coerce.number().int().default(1),
});

const { PORTALS: portals, VITEST_POOL_ID: worker } = PortalsSchema.parse(process.env);
const environment = EnvironmentSchema.parse({ ...process.env, ...portals[worker - 1] });

export const config = {
  portalUrl: environment.PORTAL_URL,
  projectId: environment.PORTAL_PROJECT,
  functionsUrl: environment.PORTAL_FUNCTIONS_URL,
  /** The API without Hosting. */
  apiFunctionUrl: `${environment.PORTAL_FUNCTIONS_URL}/${environment.PORTAL_PROJECT}/us-central1/api`,
  authUrl: environment.PORTAL_AUTH_URL,
  storageAddress: environment.PORTAL_STORAGE,
  sandboxUrl: environment.PORTAL_SANDBOX,
  googleApisUrl: environment.PORTAL_GOOGLE_APIS,
  firestoreAddress: environment.PORTAL_FIRESTORE,
  logFile: environment.PORTAL_LOG,
  portalCount: portals.length,
  fuzz: { seed: environment.FUZZ_SEED, requests: environment.FUZZ_REQUESTS, only: environment.FUZZ_ONLY },
  hostileFiles: environment.HOSTILE_FILES,
  searchPath: environment.PATH,
};
