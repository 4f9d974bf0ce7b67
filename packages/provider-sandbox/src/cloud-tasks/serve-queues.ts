/** Cloud Tasks queue statistics, translated from the emulator's own format. */
import { z } from 'zod';
import { jsonReply, type Reply } from '../http/reply.ts';
import { readBearer, type HttpRequest } from '../http/http-request.ts';

const listPath = /^\/v2beta3\/projects\/([^/]+)\/locations\/([^/]+)\/queues$/;
const readableFields = new Set(['name', 'stats']);
/** `$alt` is sent by the client library to get enumerations as numbers. */
const parameters = new Set(['readMask', 'pageSize', 'pageToken', 'filter', '$alt']);
const answerWithinMs = 2_000;

/** The emulator's reply at `/queueStats`. */
const StatisticsSchema = z.record(
  z.string(),
  z.object({ tasksCount: z.int(), oldestCreateTime: z.iso.datetime().nullable() }),
);

const googleError = (code: number, status: string, message: string): Reply =>
  jsonReply(code, { error: { code, message, status } });

/** Undefined if the path belongs to another service. */
export async function serveQueues(
  tasksUrl: string | undefined,
  incoming: HttpRequest,
): Promise<Reply | undefined> {
  const { method, url } = incoming;
  if (!url.pathname.startsWith('/v2beta3/')) return undefined;
  const [, project = '', location = ''] = listPath.exec(url.pathname) ?? [];
  if (method !== 'GET' || project === '') return googleError(404, 'NOT_FOUND', 'Path not found.');
  if (readBearer(incoming) === undefined) {
    return googleError(401, 'UNAUTHENTICATED', 'Request is missing a required authentication credential.');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined) return googleError(400, 'INVALID_ARGUMENT', `Unknown name "${unknown}".`);
  const mask = url.searchParams.get('readMask')?.split(',') ?? ['name'];
  const unreadable = mask.find((field) => !readableFields.has(field));
  if (unreadable !== undefined) {
    return googleError(400, 'INVALID_ARGUMENT', `Invalid field in the read mask: ${unreadable}`);
  }
  const statistics = await readStatistics(tasksUrl);
  if (!statistics) return googleError(503, 'UNAVAILABLE', 'The service is currently unavailable.');
  return jsonReply(200, { queues: describeQueues(statistics, project, location, mask) });
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
          // JSON has 64-bit integers as strings.
          tasksCount: String(tasksCount),
          ...(oldestCreateTime !== null && { oldestEstimatedArrivalTime: oldestCreateTime }),
        },
      }),
    }));
}
