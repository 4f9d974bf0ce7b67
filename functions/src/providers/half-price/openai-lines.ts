/** The lines of OpenAI's batches, and of their results. */
import { z } from 'zod';
import { CallFailed } from '../call-provider.ts';
import { DESCRIBED_EDGE } from '../describe-request.ts';
import { OPENAI_SIGNS } from '../open-openai.ts';
import {
  findJsonEditSize,
  makeDataUrl,
  makeEditParams,
  makeImageParams,
  makeTextParams,
} from '../openai-params.ts';
import type { ProviderFailure } from '../provider-answer.ts';
import { readStatusFailure } from '../read-failure.ts';
import type { HalfPriceWork } from './half-price-adapter.ts';
import { prepareSmallPicture } from './prepare-small-picture.ts';
import type { ResultLine } from './read-results.ts';
import { writeJsonLines } from './write-json-lines.ts';

export const ENDPOINTS = {
  generate: '/v1/images/generations',
  edit: '/v1/images/edits',
  describe: '/v1/responses',
} as const satisfies Record<HalfPriceWork['kind'], string>;

const MAX_FILE_BYTES = 200_000_000;

/** The input file of a batch. */
export function writeOpenaiLines(work: HalfPriceWork, signal: AbortSignal): Promise<Blob> {
  const { kind, upstreamModel } = work;
  const makeLine = (index: number, body: object) => ({
    custom_id: String(index),
    method: 'POST',
    url: ENDPOINTS[kind],
    body,
  });
  if (work.kind === 'generate') {
    return writeJsonLines(work.lines, MAX_FILE_BYTES, ({ index, request }) => {
      if (request.provider !== 'openai') throw new Error(`A request for ${request.provider} at OpenAI.`);
      return makeLine(index, { ...makeImageParams(request, upstreamModel), n: 1 });
    });
  }
  if (work.kind === 'edit') {
    return writeJsonLines(work.lines, MAX_FILE_BYTES, async ({ index, request }) => {
      const picture = await prepareSmallPicture(request.picture, 'kept', signal);
      return makeLine(index, {
        ...makeEditParams(request, upstreamModel, picture.isTransparent),
        size: findJsonEditSize(request.picture),
        // In JSON, pictures are URLs; only forms have files.
        images: [{ image_url: makeDataUrl(picture) }],
        n: 1,
      });
    });
  }
  return writeJsonLines(work.lines, MAX_FILE_BYTES, async ({ index, request }) => {
    const picture = await prepareSmallPicture(request.picture, 'on white', signal, DESCRIBED_EDGE);
    return makeLine(index, { ...makeTextParams(request, upstreamModel, makeDataUrl(picture)), store: false });
  });
}

const ResultLineSchema = z.object({
  custom_id: z.string().regex(/^\d+$/),
  response: z.object({ status_code: z.number(), body: z.unknown().optional() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

/** Undefined if it is none of ours. */
export function readOpenaiLine(line: unknown): ResultLine | undefined {
  const { data } = ResultLineSchema.safeParse(line);
  if (!data) return undefined;
  const { custom_id: id, response, error } = data;
  return {
    index: Number(id),
    readBody() {
      if (response && response.status_code < 400) return response.body;
      throw new CallFailed(
        response
          ? readFailedResponse(response.status_code, JSON.stringify(response.body))
          : readLineError(error?.code ?? '', error?.message ?? ''),
      );
    },
  };
}

/** A line is answered after the fact: a gateway's time-out leaves nothing open. */
function readFailedResponse(status: number, body: string): ProviderFailure {
  const failure = readStatusFailure(status, new Headers(), body, OPENAI_SIGNS);
  return failure.kind === 'timed-out' ? { ...failure, kind: 'unavailable' } : failure;
}

const LINE_ERRORS = { batch_expired: 'expired', batch_cancelled: 'cancelled' } as const;

function readLineError(code: string, message: string): ProviderFailure {
  const kind = Object.entries(LINE_ERRORS).find(([known]) => known === code)?.[1] ?? 'unavailable';
  return { kind, detail: `${code} ${message}` };
}
