/** Finds the functions to deploy as `firebase deploy` does, with its own code. */
import { createRequire } from 'node:module';
import { z } from 'zod';

const requireHere = createRequire(import.meta.url);
/** firebase-tools has no types. */
const load = (module: string) => requireHere(`firebase-tools/lib/${module}`);

interface Build {
  params: { name: string; type: string }[];
}
const { Delegate }: { Delegate: new (...parameters: string[]) => DelegateClass } = load(
  'deploy/functions/runtimes/node',
);
interface DelegateClass {
  discoverBuild(config: object, environment: Record<string, string>): Promise<Build>;
}
const { parseStrict }: { parseStrict: (text: string) => Record<string, string> } = load('functions/env');
const { toBackend }: { toBackend: (build: Build, parameters: object) => object } =
  load('deploy/functions/build');
const { empty, allEndpoints }: { empty: () => object; allEndpoints: (backend: object) => unknown } =
  load('deploy/functions/backend');
const { resolveCpuAndConcurrency }: { resolveCpuAndConcurrency: (backend: object) => void } =
  load('deploy/functions/prepare');
const { endpointsAreValid }: { endpointsAreValid: (wanted: object, existing: object) => void } =
  load('deploy/functions/validate');
const { findEndpointForRewrite }: { findEndpointForRewrite: FindEndpoint } = load(
  'deploy/hosting/convertConfig',
);
type FindEndpoint = (site: string, backend: object, id: string, region?: string) => object;

/** Reads a .env file as the CLI does: it refuses reserved names. */
export const parseSettings = parseStrict;

const EndpointSchema = z.object({
  id: z.string(),
  region: z.string(),
  runtime: z.string(),
  serviceAccount: z.string(),
  cpu: z.number(),
  availableMemoryMb: z.number(),
  concurrency: z.number(),
  maxInstances: z.number(),
  minInstances: z.number().nullish(),
  timeoutSeconds: z.number(),
  secretEnvironmentVariables: z.array(z.object({ key: z.string() })).default([]),
  httpsTrigger: z.object({}).optional(),
  eventTrigger: z.object({ retry: z.boolean() }).optional(),
  scheduleTrigger: z.object({ schedule: z.string() }).optional(),
  taskQueueTrigger: z
    .object({
      invoker: z.array(z.string()),
      rateLimits: z.object({ maxConcurrentDispatches: z.number(), maxDispatchesPerSecond: z.number() }),
      retryConfig: z.object({
        maxAttempts: z.number().int(),
        maxRetrySeconds: z.number().int(),
        minBackoffSeconds: z.number().int(),
        maxBackoffSeconds: z.number().int(),
        maxDoublings: z.number().int(),
      }),
    })
    .optional(),
});
export type Endpoint = z.infer<typeof EndpointSchema>;

export interface Discovered {
  endpoints: Endpoint[];
  params: Build['params'];
  /** Where Hosting would send what it rewrites to this function. */
  findRewriteTarget: (id: string) => unknown;
}

/** Throws if the functions cannot be loaded, or the CLI's own validation rejects them. */
export async function discover(
  folder: string,
  projectId: string,
  settings: Record<string, string>,
): Promise<Discovered> {
  const delegate = new Delegate(projectId, folder, folder, 'nodejs24');
  const firebaseConfig = { projectId, storageBucket: `${projectId}.firebasestorage.app` };
  const build = await delegate.discoverBuild(
    {},
    { ...settings, FIREBASE_CONFIG: JSON.stringify(firebaseConfig), GCLOUD_PROJECT: projectId },
  );
  const backend = toBackend(build, {});
  resolveCpuAndConcurrency(backend);
  endpointsAreValid(backend, empty());
  return {
    endpoints: z.array(EndpointSchema).parse(allEndpoints(backend)),
    params: build.params,
    findRewriteTarget: (id) => findEndpointForRewrite('site', backend, id),
  };
}
