import { parseJson } from '../http/http-request.ts';
import { isFinal, isMade, type Batch, type BatchState } from '../batches/batch.ts';

const STATES: Record<BatchState, string> = {
  validating: 'PENDING',
  in_progress: 'RUNNING',
  // The service has no state for it.
  cancelling: 'RUNNING',
  completed: 'SUCCEEDED',
  failed: 'FAILED',
  expired: 'EXPIRED',
  cancelled: 'CANCELLED',
};

const TYPES = 'type.googleapis.com/google.ai.generativelanguage.v1main';

/** A batch that expired has none (https://ai.google.dev/gemini-api/docs/batch-api); of others it has what was made. */
export const hasResults = ({ state }: Batch): boolean => state === 'completed' || state === 'cancelled';

/** A long-running operation, as the service describes a batch. Numbers of 64 bits are strings. */
export function describeBatch(batch: Batch) {
  const { id, label, state, createdAt, endedAt, lines, results, problems, details } = batch;
  const name = `batches/${id}`;
  const made = results.filter(isMade).length;
  const failed = results.length - made;
  const output = hasResults(batch) ? { responsesFile: nameResultFile(batch) } : undefined;
  const toTime = (ms: number) => new Date(ms).toISOString();
  return {
    name,
    metadata: {
      '@type': `${TYPES}.GenerateContentBatch`,
      name,
      displayName: label,
      ...details,
      createTime: toTime(createdAt),
      updateTime: toTime(endedAt ?? createdAt),
      ...(endedAt !== undefined && { endTime: toTime(endedAt) }),
      ...(output && { output }),
      batchStats: {
        requestCount: String(lines.length),
        ...(made > 0 && { successfulRequestCount: String(made) }),
        ...(failed > 0 && { failedRequestCount: String(failed) }),
        ...(lines.length > results.length && { pendingRequestCount: String(lines.length - results.length) }),
      },
      state: `BATCH_STATE_${STATES[state]}`,
    },
    ...(isFinal(batch) && { done: true }),
    ...(output && { response: { '@type': `${TYPES}.GenerateContentBatchOutput`, ...output } }),
    ...(state === 'failed' && { error: { code: 3, message: problems[0]?.message ?? 'The batch failed.' } }),
  };
}

export const nameResultFile = ({ id }: Batch): string => `files/batch-${id}`;

/** Codes of google.rpc. */
const CODES: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5, 429: 8, 503: 14 };
const INTERNAL = 13;

/** The lines of the result file, in the order of the input. */
export function writeResultFile({ lines, results }: Batch): Buffer {
  const found = new Map(results.map(({ key, reply }) => [key, reply]));
  const texts = lines.flatMap(({ key }) => {
    const reply = found.get(key);
    if (!reply) return [];
    const text = Buffer.isBuffer(reply.body) ? reply.body.toString() : '';
    const response: unknown = parseJson(Buffer.from(text));
    if (reply.status < 400 && response !== undefined) return JSON.stringify({ key, response });
    return JSON.stringify({ key, error: { code: CODES[reply.status] ?? INTERNAL, message: text } });
  });
  return Buffer.from(texts.map((text) => `${text}\n`).join(''));
}
