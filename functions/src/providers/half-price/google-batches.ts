import type { GoogleGenAI } from '@google/genai';
import { z } from 'zod';
import { CallFailed, callProvider, type ProviderAccess } from '../call-provider.ts';
import { readImage, readWords } from '../google-answer.ts';
import { GOOGLE_SIGNS } from '../google-params.ts';
import { GOOGLE_VERSION, openGoogle } from '../open-google.ts';
import type { ProviderAnswer } from '../provider-answer.ts';
import { catchCallFailed } from './catch-call-failed.ts';
import { findNewest } from './find-newest.ts';
import { readGoogleLine, writeGoogleLines } from './google-lines.ts';
import type { HalfPriceAdapter, HalfPriceWork, ProviderBatch } from './half-price-adapter.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readResults } from './read-results.ts';

const PAGE_SIZE = 100;
const JSON_LINES = 'application/jsonl';

/** Numbers of 64 bits are strings. */
const CountSchema = z.coerce.number().default(0);
const StatsSchema = z.object({
  requestCount: CountSchema,
  successfulRequestCount: CountSchema,
  failedRequestCount: CountSchema,
});
const OperationSchema = z.object({
  name: z.string(),
  metadata: z.object({
    state: z.string(),
    batchStats: StatsSchema.prefault({}),
    output: z.object({ responsesFile: z.string().optional() }).optional(),
  }),
  error: z.object({ message: z.string().optional() }).optional(),
  response: z.object({ responsesFile: z.string().optional() }).optional(),
});
type Operation = z.infer<typeof OperationSchema>;

/** By the end of their names: the API has said both `BATCH_STATE_…` and `JOB_STATE_…`. */
const FINAL_STATES = [
  ['PARTIALLY_SUCCEEDED', 'completed'],
  ['SUCCEEDED', 'completed'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['EXPIRED', 'expired'],
] as const;

export function makeGoogleBatches(access: ProviderAccess): HalfPriceAdapter {
  const headers = { 'x-goog-api-key': access.apiKey };
  const shared = { access, signs: GOOGLE_SIGNS };
  const call = <Made>(signal: AbortSignal, make: (client: GoogleGenAI) => Promise<Made>) =>
    callProvider<Made>({
      ...shared,
      signal,
      contentType: /json/,
      make: async (fetch) => ({ kind: 'made', made: await make(await openGoogle(access, fetch)) }),
    });

  /** Not by the SDK, which leaves out how many lines failed. */
  const retrieve = (name: string, signal: AbortSignal) =>
    callProvider<Operation>({
      ...shared,
      signal,
      contentType: /json/,
      make: async (fetch) => {
        const response = await fetch(`${access.baseUrl}/${GOOGLE_VERSION}/${name}`, { headers });
        return { kind: 'made', made: OperationSchema.parse(await response.json()) };
      },
    });

  async function create(
    id: string,
    work: HalfPriceWork,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<string>> {
    const lines = await catchCallFailed(() => writeGoogleLines(work, signal));
    if (lines.kind !== 'made') return lines;
    const uploaded = await callProvider<string>({
      ...shared,
      signal,
      // The upload is several requests; only the last answers in JSON.
      isFree: true,
      contentType: /./,
      make: async (fetch) => {
        const { files } = await openGoogle(access, fetch);
        const config = { mimeType: JSON_LINES, displayName: id };
        return {
          kind: 'made',
          made: z.string().parse((await files.upload({ file: lines.made, config })).name),
        };
      },
    });
    if (uploaded.kind !== 'made') return uploaded;
    return call(signal, async ({ batches }) => {
      const batch = await batches.create({
        model: work.upstreamModel,
        src: { fileName: uploaded.made },
        config: { displayName: id },
      });
      return z.string().parse(batch.name);
    });
  }

  /**
   * A file and not inline responses, which cannot be fetched if they are large. Not by the SDK, which can only save it
   * to a disk.
   */
  async function* readLines(name: string, signal: AbortSignal) {
    const answer = await retrieve(name, signal);
    if (answer.kind !== 'made') throw new CallFailed(answer);
    const { metadata, response } = answer.made;
    const file = metadata.output?.responsesFile ?? response?.responsesFile;
    if (file === undefined) return;
    const url = `${access.baseUrl}/${GOOGLE_VERSION}/${file}:download?alt=media`;
    let read = 0;
    for await (const line of readJsonLines({ ...shared, signal, open: (fetch) => fetch(url, { headers }) })) {
      const result = readGoogleLine(line);
      if (!result) continue;
      read += 1;
      yield result;
    }
    const { successfulRequestCount: made } = metadata.batchStats;
    if (read < made) throw new CallFailed({ kind: 'broken-answer', detail: `${read} of ${made} lines` });
  }

  return {
    find: (id, since, signal) =>
      findNewest(id, since, (pageToken) =>
        call(signal, async ({ batches }) => {
          const config = { pageSize: PAGE_SIZE, ...(pageToken !== undefined && { pageToken }) };
          const pager = await batches.list({ config });
          return {
            batches: pager.page.map(({ name, displayName, createTime }) => ({
              name: z.string().parse(name),
              id: displayName,
              createdAt: new Date(createTime ?? 0),
            })),
            next: pager.hasNextPage() ? pager.params.config?.pageToken : undefined,
          };
        }),
      ),
    create,
    async read(name, signal) {
      const answer = await retrieve(name, signal);
      return answer.kind === 'made' ? { kind: 'made', made: describeBatch(answer.made) } : answer;
    },
    readPictures: (name, { contentTypeOf, wanted }, signal) =>
      readResults(readLines(name, signal), wanted, (body, index) => readImage(body, contentTypeOf(index))),
    readTexts: (name, { wanted }, signal) => readResults(readLines(name, signal), wanted, readWords),
    async cancel(name, signal) {
      const answer = await call(signal, ({ batches }) => batches.cancel({ name }));
      if (answer.kind === 'made') return { kind: 'made', made: undefined };
      // FAILED_PRECONDITION, which is said of batches that have ended, is also said of keys.
      if (answer.kind !== 'bad-request' && answer.kind !== 'key-rejected') return answer;
      const now = await retrieve(name, signal);
      if (now.kind !== 'made') return now;
      if (findState(now.made) !== 'running') return { kind: 'made', made: undefined };
      return { ...answer, kind: 'bad-request' };
    },
  };
}

const findState = ({ metadata }: Operation): ProviderBatch['state'] =>
  FINAL_STATES.find(([end]) => metadata.state.endsWith(`_STATE_${end}`))?.[1] ?? 'running';

function describeBatch(operation: Operation): ProviderBatch {
  const { requestCount, successfulRequestCount, failedRequestCount } = operation.metadata.batchStats;
  const detail = operation.error?.message;
  return {
    name: operation.name,
    state: findState(operation),
    counts: { total: requestCount, made: successfulRequestCount, failed: failedRequestCount },
    ...(detail !== undefined && { detail }),
  };
}
