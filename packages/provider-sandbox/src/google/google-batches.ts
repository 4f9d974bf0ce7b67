/** Gemini's Batch API and the part of its Files API that batches need. Requests come in files only. */
import { z } from 'zod';
import type { BatchRunner } from '../batches/batch-runner.ts';
import { makeId, type BatchStore } from '../batches/batch-store.ts';
import { isFinal } from '../batches/batch.ts';
import type { BatchApi, BatchCall } from '../batches/serve-batches.ts';
import { parseJson, type HttpRequest } from '../http/http-request.ts';
import { bytesReply, jsonReply, RejectedRequest, type Reply } from '../http/reply.ts';
import type { ProviderApi } from '../images/provider-api.ts';
import { describeBatch, hasResults, nameResultFile, writeResultFile } from './describe-batch.ts';
import { googleError, invalidArgument } from './google-errors.ts';
import { readBatchLines } from './read-batch-lines.ts';
import { textModel } from './read-describe-job.ts';
import { imageModel } from './read-image-job.ts';
import { FILE_KEPT_MS, Uploads } from './upload-file.ts';

const MAX_PAGE_SIZE = 100;

const CreateSchema = z.strictObject({
  batch: z.strictObject({
    displayName: z.string().min(1),
    inputConfig: z.strictObject({ fileName: z.string() }),
  }),
});
const ListSchema = z.strictObject({
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE),
  pageToken: z.string().optional(),
});

const PATHS = {
  upload: /^POST \/google\/upload\/v1beta\/files$/,
  create: /^POST \/google\/v1beta\/models\/([^/:]+):batchGenerateContent$/,
  list: /^GET \/google\/v1beta\/batches$/,
  read: /^GET \/google\/v1beta\/batches\/([^/:]+)$/,
  cancel: /^POST \/google\/v1beta\/batches\/([^/:]+):cancel$/,
  download: /^GET \/google\/v1beta\/(files\/[^/:]+):download$/,
};

export function makeGoogleBatches(api: ProviderApi, store: BatchStore, runner: BatchRunner): BatchApi {
  const uploads = new Uploads(store);

  const find = (key: string, id: string) =>
    store.findBatch('google', key, id) ?? reject(404, 'NOT_FOUND', 'Requested entity was not found.');

  const findByResults = (key: string, fileName: string) =>
    store.listBatches('google', key).find((each) => nameResultFile(each) === fileName);

  function create({ body }: HttpRequest, key: string, model: string): Reply {
    const request = CreateSchema.safeParse(parseJson(body));
    if (!request.success) return invalidArgument(z.prettifyError(request.error), 'batch');
    if (model !== imageModel && model !== textModel) {
      return googleError(404, 'NOT_FOUND', `models/${model} is not found.`);
    }
    const { displayName, inputConfig } = request.data.batch;
    const file = store.findFile('google', key, inputConfig.fileName);
    if (!file) return reject(403, 'PERMISSION_DENIED', MISSING_FILE);
    const batch = store.addBatch({
      id: makeId(),
      provider: 'google',
      key,
      label: displayName,
      ...readBatchLines(file, model),
      keptMs: FILE_KEPT_MS,
      details: { model: `models/${model}`, inputConfig },
    });
    const answer = json(describeBatch(batch));
    runner.start(batch);
    return answer;
  }

  function list({ url }: HttpRequest, key: string): Reply {
    const query = ListSchema.safeParse(Object.fromEntries(url.searchParams));
    if (!query.success) return invalidArgument(z.prettifyError(query.error), '');
    const { pageToken = '0', pageSize } = query.data;
    const all = store.listBatches('google', key);
    const end = Number(pageToken) + pageSize;
    return json({
      operations: all.slice(Number(pageToken), end).map(describeBatch),
      ...(all.length > end && { nextPageToken: String(end) }),
    });
  }

  function cancel(key: string, id: string): Reply {
    const batch = find(key, id);
    if (isFinal(batch)) return googleError(400, 'FAILED_PRECONDITION', 'The batch is no longer running.');
    runner.cancel(batch);
    return json({});
  }

  function download({ url }: HttpRequest, key: string, name: string): Reply {
    if (url.searchParams.get('alt') !== 'media') return invalidArgument('alt=media is required.', 'alt');
    const batch = findByResults(key, name);
    const isKept = (batch?.endedAt ?? 0) + FILE_KEPT_MS > store.clock.now();
    if (!batch || !isKept || !hasResults(batch)) return reject(403, 'PERMISSION_DENIED', MISSING_FILE);
    return bytesReply(writeResultFile(batch), 'application/octet-stream');
  }

  return {
    api,
    read(incoming, key): BatchCall | undefined {
      const path = `${incoming.method} ${incoming.url.pathname}`;
      const captureFrom = (pattern: RegExp) => pattern.exec(path)?.[1] ?? '';
      if (PATHS.upload.test(path)) return { operation: 'batch', work: () => uploads.serve(incoming, key) };
      if (PATHS.create.test(path)) {
        const label = CreateSchema.safeParse(parseJson(incoming.body)).data?.batch.displayName ?? '';
        return {
          operation: 'batch-create',
          label,
          work: () => create(incoming, key, captureFrom(PATHS.create)),
        };
      }
      if (PATHS.list.test(path)) return { operation: 'batch', work: () => list(incoming, key) };
      const labelOf = (id: string) => store.findBatch('google', key, id)?.label ?? '';
      if (PATHS.cancel.test(path)) {
        const id = captureFrom(PATHS.cancel);
        return { operation: 'batch', label: labelOf(id), work: () => cancel(key, id) };
      }
      if (PATHS.read.test(path)) {
        const id = captureFrom(PATHS.read);
        return { operation: 'batch', label: labelOf(id), work: () => json(describeBatch(find(key, id))) };
      }
      if (PATHS.download.test(path)) {
        const name = captureFrom(PATHS.download);
        const { label = '' } = findByResults(key, name) ?? {};
        return { operation: 'batch-results', label, work: () => download(incoming, key, name) };
      }
      return undefined;
    },
  };
}

/** As the service says of files that do not exist. */
const MISSING_FILE = 'You do not have permission to access the File or it may not exist.';

const json = (value: unknown): Reply =>
  jsonReply(200, value, { 'content-type': 'application/json; charset=UTF-8' });

function reject(code: number, status: string, message: string): never {
  throw new RejectedRequest(googleError(code, status, message));
}
