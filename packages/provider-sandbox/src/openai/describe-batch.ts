import { isMade, type Batch, type BatchState } from '../batches/batch.ts';
import { openAiHeaders } from './errors.ts';
import { makeId } from '../batches/batch-store.ts';

const WINDOW_SECONDS = 24 * 60 * 60;
const toSeconds = (ms: number): number => Math.floor(ms / 1_000);

/** As in the service's Batch object. */
export function describeBatch(batch: Batch) {
  const { id, state, details, createdAt, endedAt, lines, results, problems } = batch;
  const made = results.filter(isMade).length;
  const failed = results.length - made;
  const hasEnded = endedAt !== undefined && state !== 'failed';
  const endIn = (which: BatchState) => (state === which && endedAt !== undefined ? toSeconds(endedAt) : null);
  const isUnfinished = state === 'expired' || state === 'cancelled';
  return {
    id,
    object: 'batch',
    ...details,
    completion_window: '24h',
    status: state,
    output_file_id: hasEnded && made > 0 ? outputId(batch) : null,
    // Empty, not null: seen in https://github.com/tobert/kaibo/pull/93.
    error_file_id:
      hasEnded && (failed > 0 || (isUnfinished && results.length < lines.length)) ? errorId(batch) : '',
    created_at: toSeconds(createdAt),
    in_progress_at: state === 'validating' || state === 'failed' ? null : toSeconds(createdAt),
    expires_at: toSeconds(createdAt) + WINDOW_SECONDS,
    finalizing_at: null,
    completed_at: endIn('completed'),
    failed_at: endIn('failed'),
    expired_at: endIn('expired'),
    cancelling_at: null,
    cancelled_at: endIn('cancelled'),
    errors:
      state === 'failed'
        ? { object: 'list', data: problems.map((problem) => ({ ...problem, param: null })) }
        : null,
    request_counts: {
      total: state === 'validating' ? 0 : lines.length,
      completed: made,
      failed,
    },
  };
}

const outputId = ({ id }: Batch): string => `file-${id}-output`;
const errorId = ({ id }: Batch): string => `file-${id}-error`;

const UNFINISHED = {
  expired: {
    code: 'batch_expired',
    message: 'This request could not be executed before the completion window expired.',
  },
  cancelled: { code: 'batch_cancelled', message: 'This request was not executed: the batch was cancelled.' },
} as const;

/** The batch that a result file belongs to, by the file's id. */
export const readResultFileId = (id: string): { batch: string; kind: 'output' | 'error' } | undefined => {
  const [, batch = '', kind] = /^file-(batch_[0-9a-f]+)-(output|error)$/.exec(id) ?? [];
  return kind === 'output' || kind === 'error' ? { batch, kind } : undefined;
};

/** The lines of a result file, in no order. Failed lines and those that were not made are in the error file. */
export function writeResultFile(batch: Batch, kind: 'output' | 'error'): Buffer {
  const results = batch.results.filter((result) => isMade(result) === (kind === 'output')).toReversed();
  const lines = results.map(({ key, reply }) => ({
    id: `batch_req_${makeId()}`,
    custom_id: key,
    response: {
      status_code: reply.status,
      request_id: openAiHeaders()['x-request-id'],
      body: parseBody(reply.body),
    },
    error: null,
  }));
  const made = new Set(batch.results.map(({ key }) => key));
  const error =
    batch.state === 'expired' || batch.state === 'cancelled' ? UNFINISHED[batch.state] : undefined;
  const unfinished =
    error && kind === 'error'
      ? batch.lines
          .filter(({ key }) => !made.has(key))
          .map(({ key }) => ({ id: `batch_req_${makeId()}`, custom_id: key, response: null, error }))
      : [];
  return Buffer.from([...lines, ...unfinished].map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** What a fault has broken is a text. */
function parseBody(body: unknown): unknown {
  const text = Buffer.isBuffer(body) ? body.toString() : '';
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
