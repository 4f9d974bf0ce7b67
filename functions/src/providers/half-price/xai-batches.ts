/** xAI's batches of pictures. They cost as much as calls now, so they are not offered: see docs/decisions/006. */
import type OpenAI from 'openai';
import { z } from 'zod';
import { CallFailed, callProvider, type ProviderAccess } from '../call-provider.ts';
import { finishImageAnswer } from '../images-answer.ts';
import { openOpenai } from '../open-openai.ts';
import type { ProviderAnswer } from '../provider-answer.ts';
import { XAI_SIGNS } from '../xai-params.ts';
import { catchCallFailed } from './catch-call-failed.ts';
import { findNewest } from './find-newest.ts';
import type { HalfPriceAdapter, HalfPriceWork, ProviderBatch } from './half-price-adapter.ts';
import { readResults, type ResultLine } from './read-results.ts';
import { fetchPicture, readXaiLine, writeXaiLines } from './xai-lines.ts';

const PAGE_SIZE = 100;
/** A page is in memory, and may have the pictures themselves. */
const RESULTS_PAGE_SIZE = 10;
/** By default files are kept forever. */
const KEPT_SECONDS = 3 * 24 * 60 * 60;

const CountSchema = z.number().default(0);
const BatchSchema = z.object({
  batch_id: z.string(),
  name: z.string().nullish(),
  create_time: z.string().nullish(),
  expire_time: z.string().nullish(),
  cancel_time: z.string().nullish(),
  cancel_by_xai_message: z.string().nullish(),
  state: z
    .object({
      num_requests: CountSchema,
      num_pending: CountSchema,
      num_success: CountSchema,
      num_error: CountSchema,
      num_cancelled: CountSchema,
    })
    .prefault({}),
});
type Batch = z.infer<typeof BatchSchema>;

const ListSchema = z.object({
  batches: z.array(BatchSchema).default([]),
  pagination_token: z.string().nullish(),
});

const ResultsSchema = z.object({
  results: z.array(z.unknown()).default([]),
  pagination_token: z.string().nullish(),
});

export function makeXaiBatches(access: ProviderAccess): HalfPriceAdapter {
  const shared = { access, signs: XAI_SIGNS, contentType: /json/ };
  const call = <Made>(signal: AbortSignal, make: (client: OpenAI) => Promise<Made>) =>
    callProvider<Made>({
      ...shared,
      signal,
      make: async (fetch) => ({ kind: 'made', made: await make(await openOpenai(access, fetch)) }),
    });

  const retrieve = (name: string, signal: AbortSignal) =>
    call(signal, async (client) =>
      BatchSchema.parse(await client.get(`/batches/${encodeURIComponent(name)}`)),
    );

  async function create(
    id: string,
    work: HalfPriceWork,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<string>> {
    const lines = await catchCallFailed(() => writeXaiLines(work));
    if (lines.kind !== 'made') return lines;
    const uploaded = await callProvider<string>({
      ...shared,
      signal,
      make: async (fetch) => {
        // Not by the SDK, which requires a purpose. The expiry comes before the file.
        const body = new FormData();
        body.set('expires_after', String(KEPT_SECONDS));
        body.set('file', lines.made, `${id}.jsonl`);
        const headers = { authorization: `Bearer ${access.apiKey}` };
        const response = await fetch(`${access.baseUrl}/files`, { method: 'POST', headers, body });
        return { kind: 'made', made: z.object({ id: z.string() }).parse(await response.json()).id };
      },
    });
    if (uploaded.kind !== 'made') return uploaded;
    return call(signal, async (client) => {
      const body = { name: id, input_file_id: uploaded.made };
      return BatchSchema.parse(await client.post('/batches', { body })).batch_id;
    });
  }

  /** Also while the batch runs: links to pictures expire after an hour. */
  async function* readLines(name: string, signal: AbortSignal): AsyncGenerator<ResultLine> {
    let token: string | undefined;
    do {
      const query = { limit: RESULTS_PAGE_SIZE, ...(token !== undefined && { pagination_token: token }) };
      const answer = await call(signal, async (client) =>
        ResultsSchema.parse(await client.get(`/batches/${encodeURIComponent(name)}/results`, { query })),
      );
      if (answer.kind !== 'made') throw new CallFailed(answer);
      for (const result of answer.made.results) {
        const line = readXaiLine(result);
        if (line) yield line;
      }
      token = answer.made.pagination_token ?? undefined;
    } while (token !== undefined);
  }

  return {
    find: (id, since, signal) =>
      findNewest(id, since, (token) =>
        call(signal, async (client) => {
          const query = { limit: PAGE_SIZE, ...(token !== undefined && { pagination_token: token }) };
          const list = ListSchema.parse(await client.get('/batches', { query }));
          return {
            batches: list.batches.map((batch) => ({
              name: batch.batch_id,
              id: batch.name ?? undefined,
              createdAt: new Date(batch.create_time ?? 0),
            })),
            next: list.pagination_token ?? undefined,
          };
        }),
      ),
    create,
    async read(name, signal) {
      const answer = await retrieve(name, signal);
      return answer.kind === 'made' ? { kind: 'made', made: describeBatch(answer.made) } : answer;
    },
    readPictures: (name, { contentTypeOf, wanted }, signal) =>
      readResults(readLines(name, signal), wanted, async (body, index) =>
        finishImageAnswer(await fetchPicture(access, body, signal), contentTypeOf(index)),
      ),
    readTexts() {
      throw new Error('xAI does not describe pictures here.');
    },
    async cancel(name, signal) {
      const answer = await call(signal, (client) =>
        client.post(`/batches/${encodeURIComponent(name)}:cancel`),
      );
      if (answer.kind === 'made') return { kind: 'made', made: undefined };
      if (answer.kind !== 'bad-request') return answer;
      const now = await retrieve(name, signal);
      return now.kind === 'made' && findState(now.made) !== 'running'
        ? { kind: 'made', made: undefined }
        : answer;
    },
  };
}

function findState(batch: Batch): ProviderBatch['state'] {
  const { num_requests: total, num_pending: pending } = batch.state;
  // The file of a batch is read after its creation, so that it begins without requests.
  const isDone = pending === 0 && total > 0;
  if (batch.cancel_by_xai_message) return 'failed';
  if (batch.cancel_time) return pending === 0 ? 'cancelled' : 'running';
  if (isDone) return 'completed';
  return batch.expire_time && Date.parse(batch.expire_time) < Date.now() ? 'expired' : 'running';
}

const describeBatch = (batch: Batch): ProviderBatch => ({
  name: batch.batch_id,
  state: findState(batch),
  counts: {
    total: batch.state.num_requests,
    made: batch.state.num_success,
    failed: batch.state.num_error,
  },
  ...(batch.cancel_by_xai_message && { detail: batch.cancel_by_xai_message }),
});
