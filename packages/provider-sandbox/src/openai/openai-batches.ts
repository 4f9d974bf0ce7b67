/** OpenAI's Batch API and the part of its Files API that batches need. */
import { z } from 'zod';
import { isFinal } from '../batches/batch.ts';
import type { BatchRunner } from '../batches/batch-runner.ts';
import { makeId, type BatchStore } from '../batches/batch-store.ts';
import type { BatchApi, BatchCall } from '../batches/serve-batches.ts';
import { readForm } from '../http/read-form.ts';
import { parseJson, type HttpRequest } from '../http/http-request.ts';
import { bytesReply, jsonReply, RejectedRequest, type Reply } from '../http/reply.ts';
import type { ProviderApi } from '../images/provider-api.ts';
import { describeBatch, readResultFileId, writeResultFile } from './describe-batch.ts';
import { invalidRequest, openAiError, openAiHeaders } from './errors.ts';
import { readBatchLines } from './read-batch-lines.ts';
import { readRequest } from './read-request.ts';

const MAX_FILE_BYTES = 200_000_000;
const MAX_METADATA = 16;
const UPLOAD_FIELDS = new Set(['purpose', 'expires_after[anchor]', 'expires_after[seconds]']);
const DAY_SECONDS = 24 * 60 * 60;
const MAX_KEPT_SECONDS = 30 * DAY_SECONDS;

const ExpirySchema = z.strictObject({
  anchor: z.literal('created_at'),
  seconds: z.coerce.number().int().min(3_600).max(MAX_KEPT_SECONDS),
});
const CreateSchema = z.strictObject({
  input_file_id: z.string(),
  endpoint: z.enum(['/v1/responses', '/v1/images/generations', '/v1/images/edits']),
  completion_window: z.literal('24h'),
  metadata: z
    .record(z.string().max(64), z.string().max(512))
    .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA, `at most ${MAX_METADATA} pairs`),
  output_expires_after: ExpirySchema,
});
const ListSchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().optional(),
});

const PATHS = {
  upload: /^POST \/openai\/v1\/files$/,
  content: /^GET \/openai\/v1\/files\/([^/]+)\/content$/,
  create: /^POST \/openai\/v1\/batches$/,
  list: /^GET \/openai\/v1\/batches$/,
  read: /^GET \/openai\/v1\/batches\/([^/]+)$/,
  cancel: /^POST \/openai\/v1\/batches\/([^/]+)\/cancel$/,
};

export function makeOpenAiBatches(api: ProviderApi, store: BatchStore, runner: BatchRunner): BatchApi {
  const find = (key: string, id: string) =>
    store.findBatch('openai', key, id) ?? reject(404, `No batch found with id '${id}'.`);

  async function upload(incoming: HttpRequest, key: string): Promise<Reply> {
    const form = await readForm(incoming);
    const field = (name: string) => form?.fields.get(name)?.[0];
    const unknown = [...(form?.fields.keys() ?? [])].find((name) => !UPLOAD_FIELDS.has(name));
    if (unknown !== undefined) {
      return invalidRequest(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter');
    }
    const file = form?.files.get('file')?.[0];
    if (!file)
      return invalidRequest("Missing required parameter: 'file'.", 'file', 'missing_required_parameter');
    if (field('purpose') !== 'batch') {
      return invalidRequest("The sandbox takes files of the purpose 'batch'.", 'purpose', 'invalid_value');
    }
    if (!file.name.endsWith('.jsonl')) {
      return invalidRequest(
        'Invalid file format for Batch API. Must be .jsonl',
        'file',
        'invalid_file_format',
      );
    }
    if (file.bytes.length > MAX_FILE_BYTES) {
      return invalidRequest('The file is larger than 200 MB.', 'file', 'file_too_large');
    }
    const expiry = ExpirySchema.safeParse({
      anchor: field('expires_after[anchor]'),
      seconds: field('expires_after[seconds]'),
    });
    if (!expiry.success) return invalidRequest("Invalid 'expires_after'.", 'expires_after', 'invalid_value');
    const id = `file-${makeId()}`;
    const stored = store.addFile(
      { id, provider: 'openai', key, name: file.name, bytes: file.bytes },
      expiry.data.seconds * 1_000,
    );
    return json({
      id,
      object: 'file',
      bytes: file.bytes.length,
      created_at: Math.floor(stored.createdAt / 1_000),
      expires_at: Math.floor(stored.expiresAt / 1_000),
      filename: file.name,
      purpose: 'batch',
      status: 'processed',
    });
  }

  function create({ body }: HttpRequest, key: string): Reply {
    const request = readRequest(parseJson(body), CreateSchema);
    const { input_file_id: fileId, endpoint, metadata, output_expires_after: expiry } = request;
    const file = store.findFile('openai', key, fileId);
    if (!file) return invalidRequest(`No such File object: ${fileId}`, 'input_file_id', 'invalid_value');
    const batch = store.addBatch({
      id: `batch_${makeId()}`,
      provider: 'openai',
      key,
      label: readLabel(request),
      ...readBatchLines(file, endpoint),
      keptMs: expiry.seconds * 1_000,
      details: { endpoint, input_file_id: fileId, metadata },
    });
    const answer = json(describeBatch(batch));
    runner.start(batch);
    return answer;
  }

  function list({ url }: HttpRequest, key: string): Reply {
    const query = ListSchema.safeParse(Object.fromEntries(url.searchParams));
    if (!query.success) return invalidRequest(z.prettifyError(query.error), null, 'invalid_value');
    const { limit, after } = query.data;
    const all = store.listBatches('openai', key);
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const data = all.slice(start, start + limit).map(describeBatch);
    return json({
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: all.length > start + limit,
    });
  }

  function cancel(key: string, id: string): Reply {
    const batch = find(key, id);
    if (isFinal(batch)) {
      return invalidRequest(`Cannot cancel a batch with status '${batch.state}'.`, null, 'invalid_value');
    }
    runner.cancel(batch);
    return json(describeBatch(batch));
  }

  function readContent(key: string, id: string): Reply {
    const result = readResultFileId(id);
    const batch = result && store.findBatch('openai', key, result.batch);
    const expiresAt = (batch?.endedAt ?? 0) + (batch?.keptMs ?? 0);
    if (!result || !batch || batch.endedAt === undefined || expiresAt <= store.clock.now()) {
      return reject(404, `No such File object: ${id}`);
    }
    return bytesReply(writeResultFile(batch, result.kind), 'application/octet-stream', openAiHeaders());
  }

  return {
    api,
    read(incoming, key): BatchCall | undefined {
      const path = `${incoming.method} ${incoming.url.pathname}`;
      const [, id = ''] =
        Object.values(PATHS).reduce<string[] | null>((found, each) => found ?? each.exec(path), null) ?? [];
      if (PATHS.upload.test(path)) return { operation: 'batch', work: () => upload(incoming, key) };
      if (PATHS.create.test(path))
        return {
          operation: 'batch-create',
          label: readLabel(parseJson(incoming.body)),
          work: () => create(incoming, key),
        };
      if (PATHS.list.test(path)) return { operation: 'batch', work: () => list(incoming, key) };
      const batchId = PATHS.content.test(path) ? (readResultFileId(id)?.batch ?? '') : id;
      const label = store.findBatch('openai', key, batchId)?.label ?? '';
      if (PATHS.cancel.test(path)) return { operation: 'batch', label, work: () => cancel(key, id) };
      if (PATHS.read.test(path))
        return { operation: 'batch', label, work: () => json(describeBatch(find(key, id))) };
      if (PATHS.content.test(path))
        return { operation: 'batch-results', label, work: () => readContent(key, id) };
      return undefined;
    },
  };
}

/** The first value of its metadata. */
const readLabel = (body: unknown): string =>
  Object.values(CreateSchema.safeParse(body).data?.metadata ?? {})[0] ?? '';

const json = (value: unknown): Reply => jsonReply(200, value, openAiHeaders());

function reject(status: number, message: string): never {
  throw new RejectedRequest(openAiError(status, { message, type: 'invalid_request_error' }));
}
