/** How Google's queues are asked for their lengths, which the Tasks emulator tells only in a way of its own. */
import { z } from 'zod';
import { jsonAnswer, type Answer } from '../http/answer.ts';
import { readBearer, type Incoming } from '../http/incoming.ts';

const listPath = /^\/v2beta3\/projects\/([^/]+)\/locations\/([^/]+)\/queues$/;
const readableFields = new Set(['name', 'stats']);
/** Of the client library: it asks for numbers in place of the names of enumerations. */
const parameters = new Set(['readMask', 'pageSize', 'pageToken', 'filter', '$alt']);
const answerWithinMs = 2_000;

/** The Tasks emulator's statistics, as local/patches/report-queue-depth.mjs extends them. */
const StatisticsSchema = z.record(
  z.string(),
  z.object({ tasksCount: z.int(), oldestCreateTime: z.iso.datetime().nullable() }),
);

const googleError = (code: number, status: string, message: string): Answer =>
  jsonAnswer(code, { error: { code, message, status } });

/** Undefined when the path is none of this service. */
export async function serveQueues(
  tasksUrl: string | undefined,
  incoming: Incoming,
): Promise<Answer | undefined> {
  const { method, url } = incoming;
  if (!url.pathname.startsWith('/v2beta3/')) return undefined;
  const [, project = '', location = ''] = listPath.exec(url.pathname) ?? [];
  if (method !== 'GET' || project === '') return googleError(404, 'NOT_FOUND', 'There is no such path.');
  if (readBearer(incoming) === undefined) {
    return googleError(401, 'UNAUTHENTICATED', 'Request is missing a required authentication credential.');
  }
  const strange = [...url.searchParams.keys()].find((name) => !parameters.has(name));
  if (strange !== undefined) return googleError(400, 'INVALID_ARGUMENT', `Unknown name "${strange}".`);
  const mask = url.searchParams.get('readMask')?.split(',') ?? ['name'];
  const unreadable = mask.find((field) => !readableFields.has(field));
  if (unreadable !== undefined) {
    return googleError(400, 'INVALID_ARGUMENT', `Invalid field in the read mask: ${unreadable}`);
  }
  const statistics = await readStatistics(tasksUrl);
  if (!statistics) return googleError(503, 'UNAVAILABLE', 'The service is currently unavailable.');
  return jsonAnswer(200, { queues: describeQueues(statistics, project, location, mask) });
}

async function readStatistics(tasksUrl: string | undefined) {
  if (tasksUrl === undefined) return undefined;
  try {
    const answer = await fetch(`${tasksUrl}/queueStats`, { signal: AbortSignal.timeout(answerWithinMs) });
    return StatisticsSchema.parse(await answer.json());
  } catch {
    return undefined;
  }
}

function describeQueues(
  statistics: z.infer<typeof StatisticsSchema>,
  project: string,
  location: string,
  mask: readonly string[],
): object[] {
  const prefix = `queue:${project}-${location}-`;
  return Object.entries(statistics)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, { tasksCount, oldestCreateTime }]) => ({
      ...(mask.includes('name') && {
        name: `projects/${project}/locations/${location}/queues/${key.slice(prefix.length)}`,
      }),
      ...(mask.includes('stats') && {
        stats: {
          // Whole numbers of 64 bits are text in JSON.
          tasksCount: String(tasksCount),
          ...(oldestCreateTime !== null && { oldestEstimatedArrivalTime: oldestCreateTime }),
        },
      }),
    }));
}
