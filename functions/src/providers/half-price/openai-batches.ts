import type OpenAI from 'openai';
import { z } from 'zod';
import { CallFailed, callProvider, type ProviderAccess } from '../call-provider.ts';
import { finishImageAnswer } from '../images-answer.ts';
import { OPENAI_SIGNS, openOpenai } from '../open-openai.ts';
import type { ProviderAnswer } from '../provider-answer.ts';
import { readResponse, readText } from '../text-answer.ts';
import { catchCallFailed } from './catch-call-failed.ts';
import { findNewest } from './find-newest.ts';
import type { HalfPriceAdapter, HalfPriceWork, ProviderBatch } from './half-price-adapter.ts';
import { ENDPOINTS, readOpenaiLine, writeOpenaiLines } from './openai-lines.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readResults } from './read-results.ts';

/** Our id in a batch's metadata. */
const ID_KEY = 'portal_id';
const PAGE_SIZE = 100;
/** Of what is sent and made. The portal's own files are kept as long. */
const KEPT = { anchor: 'created_at', seconds: 3 * 24 * 60 * 60 } as const;

const BatchSchema = z.object({
  id: z.string(),
  status: z.string(),
  created_at: z.number(),
  metadata: z.record(z.string(), z.string()).nullish(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  request_counts: z.object({ total: z.number(), completed: z.number(), failed: z.number() }).nullish(),
  errors: z.object({ data: z.array(z.object({ message: z.string().nullish() })).nullish() }).nullish(),
});
type Batch = z.infer<typeof BatchSchema>;

const PageSchema = z.object({ data: z.array(BatchSchema), has_more: z.boolean().default(false) });

const FINAL_STATES = ['completed', 'expired', 'cancelled', 'failed'] as const;

export function makeOpenaiBatches(access: ProviderAccess): HalfPriceAdapter {
  const call = <Made>(signal: AbortSignal, make: (client: OpenAI) => Promise<Made>) =>
    callProvider<Made>({
      access,
      signal,
      signs: OPENAI_SIGNS,
      contentType: /json/,
      make: async (fetch) => ({ kind: 'made', made: await make(await openOpenai(access, fetch)) }),
    });

  const retrieve = (name: string, signal: AbortSignal) =>
    call(signal, async (client) => BatchSchema.parse(await client.batches.retrieve(name)));

  async function read(name: string, signal: AbortSignal): Promise<ProviderAnswer<ProviderBatch>> {
    const answer = await retrieve(name, signal);
    return answer.kind === 'made' ? { kind: 'made', made: describeBatch(answer.made) } : answer;
  }

  async function create(
    id: string,
    work: HalfPriceWork,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<string>> {
    const lines = await catchCallFailed(() => writeOpenaiLines(work, signal));
    if (lines.kind !== 'made') return lines;
    const file = new File([lines.made], `${id}.jsonl`, { type: 'application/jsonl' });
    const uploaded = await call(signal, async (client) => {
      const { id: fileId } = await client.files.create({ file, purpose: 'batch', expires_after: KEPT });
      return fileId;
    });
    if (uploaded.kind !== 'made') return uploaded;
    return call(signal, async (client) => {
      const batch = await client.batches.create({
        input_file_id: uploaded.made,
        endpoint: ENDPOINTS[work.kind],
        completion_window: '24h',
        metadata: { [ID_KEY]: id },
        output_expires_after: KEPT,
      });
      return batch.id;
    });
  }

  /** Output first: it has the lines that were made. */
  async function* readLines(name: string, signal: AbortSignal) {
    const answer = await retrieve(name, signal);
    if (answer.kind !== 'made') throw new CallFailed(answer);
    const { output_file_id: output, error_file_id: errors, request_counts: counts } = answer.made;
    for (const file of [output, errors]) {
      if (!file) continue;
      let read = 0;
      const open = async (fetch: ProviderAccess['fetch']) =>
        (await openOpenai(access, fetch)).files.content(file);
      for await (const line of readJsonLines({ access, signal, signs: OPENAI_SIGNS, open })) {
        const result = readOpenaiLine(line);
        if (!result) continue;
        read += 1;
        yield result;
      }
      if (file === output && counts && read < counts.completed) {
        throw new CallFailed({ kind: 'broken-answer', detail: `${read} of ${counts.completed} lines` });
      }
    }
  }

  return {
    find: (id, since, signal) =>
      findNewest(id, since, (after) =>
        call(signal, async (client) => {
          const page = await client.batches.list({ limit: PAGE_SIZE, ...(after !== undefined && { after }) });
          const { data, has_more: hasMore } = PageSchema.parse(page);
          return {
            batches: data.map((batch) => ({
              name: batch.id,
              id: batch.metadata?.[ID_KEY],
              createdAt: new Date(batch.created_at * 1000),
            })),
            next: hasMore ? data.at(-1)?.id : undefined,
          };
        }),
      ),
    create,
    read,
    readPictures: (name, { contentTypeOf, wanted }, signal) =>
      readResults(readLines(name, signal), wanted, (body, index) =>
        finishImageAnswer(body, contentTypeOf(index)),
      ),
    readTexts: (name, { wanted }, signal) =>
      readResults(readLines(name, signal), wanted, (body) => readText(readResponse(body))),
    async cancel(name, signal) {
      const answer = await call(signal, (client) => client.batches.cancel(name));
      if (answer.kind === 'made') return { kind: 'made', made: undefined };
      if (answer.kind !== 'bad-request') return answer;
      const now = await read(name, signal);
      return now.kind === 'made' && now.made.state !== 'running' ? { kind: 'made', made: undefined } : answer;
    },
  };
}

function describeBatch({ id, status, request_counts: counts, errors }: Batch): ProviderBatch {
  const detail = errors?.data?.map(({ message }) => message ?? '').join('; ');
  return {
    name: id,
    state: FINAL_STATES.find((state) => state === status) ?? 'running',
    counts: { total: counts?.total ?? 0, made: counts?.completed ?? 0, failed: counts?.failed ?? 0 },
    ...(detail && { detail }),
  };
}
