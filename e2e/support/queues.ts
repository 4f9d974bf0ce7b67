import { z } from 'zod';
import { config } from '../config.ts';

const QueuesSchema = z.object({
  queues: z.array(z.object({ name: z.string(), stats: z.object({ tasksCount: z.coerce.number() }) })),
});

/** Tasks by queue, with those in progress. */
export type Queues = ReadonlyMap<string, number>;

export async function readQueues(): Promise<Queues> {
  const path = `/v2beta3/projects/${config.projectId}/locations/us-central1/queues?readMask=name,stats`;
  const answer = await fetch(config.sandboxUrl + path, { headers: { authorization: 'Bearer any' } });
  const { queues } = QueuesSchema.parse(await answer.json());
  return new Map(queues.map(({ name, stats }) => [name.slice(name.lastIndexOf('/') + 1), stats.tasksCount]));
}
