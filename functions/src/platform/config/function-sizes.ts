import type { MemoryOption } from 'firebase-functions/options';

const PICTURE_GIBIBYTES = 2;
/** Memory of every function that decodes pictures. functions/src/pictures/picture-memory.ts derives its limit from it. */
const PICTURE_MEMORY = `${PICTURE_GIBIBYTES}GiB` as const;
export const PICTURE_MEMORY_BYTES = PICTURE_GIBIBYTES * 1024 ** 3;

interface Size {
  cpu: number;
  memory: MemoryOption;
  /** Requests at a time for each instance. More than one needs a whole CPU. */
  concurrency: number;
  maxInstances: number;
}

/**
 * Sizes of the functions. All instances together fit the default quota of one region, 20 vCPU and 40 GiB: what needs more
 * would wait for a free instance, or not start. See docs/decisions/027.
 */
export const SIZES = {
  api: { cpu: 1, memory: PICTURE_MEMORY, concurrency: 40, maxInstances: 3 },
  /** A tool's queue that waits for a provider or another service. */
  item: { cpu: 1, memory: PICTURE_MEMORY, concurrency: 10, maxInstances: 1 },
  /** Such a queue with results of 100 MB and more, which an instance holds while they are stored. */
  largeItem: { cpu: 1, memory: PICTURE_MEMORY, concurrency: 3, maxInstances: 1 },
  /** The portal's own model uses all processors of an instance. */
  model: { cpu: 2, memory: PICTURE_MEMORY, concurrency: 1, maxInstances: 2 },
  /** Some convert their pictures, one at a time for each instance. */
  archives: { cpu: 1, memory: PICTURE_MEMORY, concurrency: 4, maxInstances: 1 },
  /** Pictures are converted. Agencies allow few connections at a time. */
  deliveries: { cpu: 1, memory: PICTURE_MEMORY, concurrency: 2, maxInstances: 1 },
  /** Writes the thousands of documents of a job. */
  starts: { cpu: 0.25, memory: '512MiB', concurrency: 1, maxInstances: 1 },
  removal: { cpu: 0.25, memory: '512MiB', concurrency: 1, maxInstances: 2 },
  /** Every uploaded file. */
  uploads: { cpu: 0.25, memory: '512MiB', concurrency: 1, maxInstances: 2 },
  cleanupPages: { cpu: 0.25, memory: '512MiB', concurrency: 1, maxInstances: 1 },
  sweep: { cpu: 0.25, memory: '512MiB', concurrency: 1, maxInstances: 1 },
  /** Starts the cleanup and waits for it. */
  cleanup: { cpu: 0.25, memory: '512MiB', concurrency: 1, maxInstances: 1 },
} satisfies Record<string, Size>;

export type SizeName = keyof typeof SIZES;
