import { z } from 'zod';
import { readRegion } from '../config/config.ts';

const TIMEOUT_MS = 4000;

const TimeSchema = z.object({ seconds: z.coerce.number() });
const QueueSchema = z.object({
  /** As in `projects/P/locations/L/queues/makeWithOpenai`. */
  name: z.string(),
  stats: z.object({
    /** A 64-bit integer, as text. */
    tasksCount: z.coerce.number(),
    oldestEstimatedArrivalTime: TimeSchema.nullish(),
  }),
});

export interface MeasuredQueue {
  tasks: number;
  /** When the oldest task was due. */
  oldestAt: Date | undefined;
}

/** Reads the depths of all queues in one call. */
export function makeQueueMeter(readSettings: () => { url: string; project: string }) {
  let client: ReturnType<typeof openClient> | undefined;

  return async (): Promise<ReadonlyMap<string, MeasuredQueue>> => {
    const { url, project } = readSettings();
    client ??= openClient(new URL(url));
    const [queues] = await (
      await client
    ).listQueues(
      {
        parent: `projects/${project}/locations/${readRegion()}`,
        readMask: { paths: ['name', 'stats'] },
      },
      { timeout: TIMEOUT_MS },
    );
    return new Map(
      z
        .array(QueueSchema)
        .parse(queues)
        .map(({ name, stats: { tasksCount, oldestEstimatedArrivalTime: oldest } }) => [
          name.slice(name.lastIndexOf('/') + 1),
          { tasks: tasksCount, oldestAt: oldest ? new Date(oldest.seconds * 1000) : undefined },
        ]),
    );
  };
}

/** Loaded on demand: the client is large, and only admins look at queues. */
async function openClient({ protocol, hostname, port }: URL) {
  const { v2beta3 } = await import('@google-cloud/tasks');
  const isSecure = protocol === 'https:';
  return new v2beta3.CloudTasksClient({
    // HTTP with JSON: gRPC takes a third of a second more to load.
    fallback: true,
    protocol: isSecure ? 'https' : 'http',
    apiEndpoint: hostname,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
  });
}
