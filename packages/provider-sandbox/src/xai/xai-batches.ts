/** xAI's Batch API and the part of its Files API that batches need. Requests come in files only. */
import { z } from 'zod';
import type { BatchRunner } from '../batches/batch-runner.ts';
import { makeId, type BatchStore } from '../batches/batch-store.ts';
import { isFinal, isMade, type Batch, type LineResult } from '../batches/batch.ts';
import type { BatchApi, BatchCall } from '../batches/serve-batches.ts';
import { parseJson, type HttpRequest } from '../http/http-request.ts';
import { readForm } from '../http/read-form.ts';
import { jsonReply, RejectedRequest, type Reply } from '../http/reply.ts';
import type { ProviderApi } from '../images/provider-api.ts';
import { readBatchLines } from './read-batch-lines.ts';
import { xaiError } from './xai-api.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long results are kept is not documented; each batch says when it expires. */
const KEPT_MS = 30 * DAY_MS;

const MAX_FILE_BYTES = 50_000_000;

/** https://docs.x.ai/developers/rest-api-reference/files/upload */
const UploadSchema = z.strictObject({ expires_after: z.coerce.number().int().min(3_600).max(2_592_000) });
const CreateSchema = z.strictObject({ name: z.string().min(1), input_file_id: z.string() });
const PageSchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  pagination_token: z.string().optional(),
});

const PATHS = {
  upload: /^POST \/xai\/v1\/files$/,
  create: /^POST \/xai\/v1\/batches$/,
  list: /^GET \/xai\/v1\/batches$/,
  read: /^GET \/xai\/v1\/batches\/([^/:]+)$/,
  results: /^GET \/xai\/v1\/batches\/([^/:]+)\/results$/,
  cancel: /^POST \/xai\/v1\/batches\/([^/:]+):cancel$/,
};

export function makeXaiBatches(api: ProviderApi, store: BatchStore, runner: BatchRunner): BatchApi {
  const find = (key: string, id: string) => store.findBatch('xai', key, id) ?? reject('Batch not found.');

  async function upload(incoming: HttpRequest, key: string): Promise<Reply> {
    const form = await readForm(incoming);
    const file = form?.files.get('file')?.[0];
    if (!form || !file) return invalid('A file is required.');
    if (file.bytes.length > MAX_FILE_BYTES) return invalid('The file is larger than 50 MB.');
    const fields = UploadSchema.safeParse(
      Object.fromEntries([...form.fields].map(([name, values]) => [name, values[0]])),
    );
    if (!fields.success) return invalid(z.prettifyError(fields.error));
    const id = `file_${makeId()}`;
    const { createdAt, expiresAt } = store.addFile(
      { id, provider: 'xai', key, name: file.name, bytes: file.bytes },
      fields.data.expires_after * 1_000,
    );
    return jsonReply(200, {
      id,
      object: 'file',
      filename: file.name,
      bytes: file.bytes.length,
      created_at: Math.floor(createdAt / 1_000),
      expires_at: Math.floor(expiresAt / 1_000),
    });
  }

  function create({ body }: HttpRequest, key: string): Reply {
    const request = CreateSchema.safeParse(parseJson(body));
    if (!request.success) return invalid(z.prettifyError(request.error));
    const { name, input_file_id: fileId } = request.data;
    const file = store.findFile('xai', key, fileId) ?? reject('File not found.');
    const batch = store.addBatch({
      id: `batch_${makeId()}`,
      provider: 'xai',
      key,
      label: name,
      ...readBatchLines(file),
      keptMs: KEPT_MS,
      details: {},
    });
    const answer = jsonReply(200, describe(batch));
    runner.start(batch);
    return answer;
  }

  function listPage<Item>(url: URL, items: readonly Item[]) {
    const query = PageSchema.safeParse(Object.fromEntries(url.searchParams));
    if (!query.success) throw new RejectedRequest(invalid(z.prettifyError(query.error)));
    const { limit, pagination_token: token = '0' } = query.data;
    const end = Number(token) + limit;
    const next = items.length > end ? String(end) : null;
    return { items: items.slice(Number(token), end), pagination_token: next };
  }

  function list({ url }: HttpRequest, key: string): Reply {
    const { items, pagination_token } = listPage(url, store.listBatches('xai', key));
    return jsonReply(200, { batches: items.map(describe), pagination_token });
  }

  function readResults({ url }: HttpRequest, key: string, id: string): Reply {
    const { items, pagination_token } = listPage(url, find(key, id).results);
    return jsonReply(200, { results: items.map(describeResult), pagination_token });
  }

  function cancel(key: string, id: string): Reply {
    const batch = find(key, id);
    if (isFinal(batch)) return invalid('The batch is no longer running.');
    runner.cancel(batch);
    return jsonReply(200, describe(batch));
  }

  return {
    api,
    read(incoming, key): BatchCall | undefined {
      const path = `${incoming.method} ${incoming.url.pathname}`;
      const captureFrom = (pattern: RegExp) => pattern.exec(path)?.[1] ?? '';
      if (PATHS.upload.test(path)) return { operation: 'batch', work: () => upload(incoming, key) };
      if (PATHS.create.test(path)) {
        const label = CreateSchema.safeParse(parseJson(incoming.body)).data?.name ?? '';
        return { operation: 'batch-create', label, work: () => create(incoming, key) };
      }
      if (PATHS.list.test(path)) return { operation: 'batch', work: () => list(incoming, key) };
      if (PATHS.cancel.test(path)) {
        return { operation: 'batch', work: () => cancel(key, captureFrom(PATHS.cancel)) };
      }
      if (PATHS.results.test(path)) {
        const work = () => readResults(incoming, key, captureFrom(PATHS.results));
        return { operation: 'batch-results', work };
      }
      if (PATHS.read.test(path)) {
        return {
          operation: 'batch',
          work: () => jsonReply(200, describe(find(key, captureFrom(PATHS.read)))),
        };
      }
      return undefined;
    },
  };
}

function describe({ id, label, state, lines, results, createdAt, endedAt, problems }: Batch) {
  const made = results.filter(isMade).length;
  const isCancelled = state === 'cancelling' || state === 'cancelled';
  const open = lines.length - results.length;
  return {
    batch_id: id,
    name: label,
    create_time: new Date(createdAt).toISOString(),
    expire_time: new Date(createdAt + KEPT_MS).toISOString(),
    cancel_time: isCancelled ? new Date(endedAt ?? createdAt).toISOString() : null,
    cancel_by_xai_message: state === 'failed' ? (problems[0]?.message ?? 'The batch failed.') : null,
    state: {
      // The file is read after the batch is created.
      num_requests: state === 'validating' ? 0 : lines.length,
      num_pending: state === 'in_progress' || state === 'cancelling' ? open : 0,
      num_success: made,
      num_error: results.length - made,
      num_cancelled: state === 'cancelled' ? open : 0,
    },
  };
}

/** Codes of google.rpc, which this API uses. */
const CODES: Record<number, number> = { 400: 3, 422: 3, 404: 5, 429: 8 };
const INTERNAL = 13;

function describeResult({ key, reply }: LineResult) {
  const body: unknown = Buffer.isBuffer(reply.body) ? parseJson(reply.body) : undefined;
  if (reply.status < 400) {
    return {
      batch_request_id: key,
      batch_result: { response: { image_generation: body } },
      error_message: '',
    };
  }
  const { data } = z.object({ error: z.string() }).safeParse(body);
  const error = { code: CODES[reply.status] ?? INTERNAL, message: data?.error ?? '' };
  return { batch_request_id: key, batch_result: { error }, error_message: error.message };
}

const invalid = (message: string): Reply => xaiError(400, 'Client specified an invalid argument', message);

function reject(message: string): never {
  throw new RejectedRequest(xaiError(404, 'Some requested entity was not found', message));
}
