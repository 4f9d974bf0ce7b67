/** The lines of xAI's batches, and of their results. */
import { z } from 'zod';
import { CallFailed, type ProviderAccess } from '../call-provider.ts';
import type { ProviderFailure } from '../provider-answer.ts';
import { readNetworkFailure, readStatusFailure } from '../read-failure.ts';
import { makeXaiParams, XAI_SIGNS } from '../xai-params.ts';
import type { HalfPriceWork } from './half-price-adapter.ts';
import { DownloadFailed, type ResultLine } from './read-results.ts';
import { writeJsonLines } from './write-json-lines.ts';

/** https://docs.x.ai/developers/rest-api-reference/files/upload */
const MAX_FILE_BYTES = 50_000_000;

const ImagesSchema = z.looseObject({
  data: z.array(z.looseObject({ url: z.string().nullish(), b64_json: z.string().nullish() })).default([]),
});
const ResultSchema = z.object({
  batch_request_id: z.string().regex(/^\d+$/),
  batch_result: z
    .object({
      response: z.object({ image_generation: ImagesSchema.nullish() }).nullish(),
      error: z
        .object({ code: z.union([z.string(), z.number()]).nullish(), message: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
  error_message: z.string().nullish(),
});
/** The input file of a batch. */
export function writeXaiLines(work: HalfPriceWork): Promise<Blob> {
  if (work.kind !== 'generate') throw new Error(`xAI does not ${work.kind} here.`);
  return writeJsonLines(work.lines, MAX_FILE_BYTES, ({ index, request }) => {
    if (request.provider !== 'xai') throw new Error(`A request for ${request.provider} at xAI.`);
    const body = { ...makeXaiParams(request, work.upstreamModel), n: 1 };
    return { custom_id: String(index), method: 'POST', url: '/v1/images/generations', body };
  });
}

/** Undefined if it is none of ours. */
export function readXaiLine(given: unknown): ResultLine | undefined {
  const { data } = ResultSchema.safeParse(given);
  if (!data) return undefined;
  const { batch_request_id: id, batch_result: result, error_message: message } = data;
  return {
    index: Number(id),
    readBody() {
      const images = result?.response?.image_generation;
      if (images && !message) return images;
      throw new CallFailed(readLineError(result?.error?.code ?? '', message ?? result?.error?.message ?? ''));
    },
  };
}

/** Codes of google.rpc, which this API uses, as HTTP statuses. */
const STATUSES: Record<string, number> = { 3: 400, 5: 404, 7: 403, 8: 429, 16: 401 };

function readLineError(code: string | number, message: string): ProviderFailure {
  if (String(code) === '1' || /cancelled/i.test(String(code))) return { kind: 'cancelled', detail: message };
  return readStatusFailure(STATUSES[code] ?? 500, new Headers(), `${code} ${message}`, XAI_SIGNS);
}

/** The answer with its picture. Links to pictures live for an hour. */
export async function fetchPicture(
  access: ProviderAccess,
  given: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const images = ImagesSchema.parse(given);
  const [image] = images.data;
  if (!image?.url || image.b64_json) return images;
  try {
    const response = await access.fetch(image.url, { signal, redirect: 'manual' });
    if (response.status === 403 || response.status === 404) {
      throw new CallFailed({ kind: 'lost', detail: `${response.status} for its link` });
    }
    if (!response.ok) {
      throw new DownloadFailed({ kind: 'unavailable', detail: `${response.status} for its link` });
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    return { ...images, data: [{ ...image, b64_json: bytes.toString('base64') }] };
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    throw new DownloadFailed(readNetworkFailure(error, signal, 'during the answer'));
  }
}
