/** The lines of Gemini's batches, and of their results. */
import { z } from 'zod';
import { CallFailed } from '../call-provider.ts';
import { DESCRIBED_EDGE, type DescribeRequest } from '../describe-request.ts';
import {
  GOOGLE_SIGNS,
  makeEditConfig,
  makeImageConfig,
  makePicturePart,
  makeTextConfig,
  PERSON_GENERATIONS,
} from '../google-params.ts';
import type { ProviderFailure } from '../provider-answer.ts';
import { readStatusFailure } from '../read-failure.ts';
import type { HalfPriceWork } from './half-price-adapter.ts';
import { prepareSmallPicture } from './prepare-small-picture.ts';
import type { ResultLine } from './read-results.ts';
import { writeJsonLines } from './write-json-lines.ts';

const MAX_FILE_BYTES = 2_000_000_000;

/** The input file of a batch: requests as in the REST API, which the SDK makes only for calls now. */
export function writeGoogleLines(work: HalfPriceWork, signal: AbortSignal): Promise<Blob> {
  const preparePart = async (picture: DescribeRequest['picture'], longestEdge?: number) =>
    makePicturePart(await prepareSmallPicture(picture, 'on white', signal, longestEdge));

  if (work.kind === 'generate') {
    return writeJsonLines(work.lines, MAX_FILE_BYTES, ({ index, request }) => {
      if (request.provider !== 'google') throw new Error(`A request for ${request.provider} at Google.`);
      const config = makeImageConfig(request);
      const personGeneration = PERSON_GENERATIONS[request.personGeneration];
      return makeLine(index, {
        contents: [{ role: 'user', parts: [{ text: request.prompt }] }],
        generationConfig: { ...config, imageConfig: { ...config.imageConfig, personGeneration } },
      });
    });
  }
  if (work.kind === 'edit') {
    return writeJsonLines(work.lines, MAX_FILE_BYTES, async ({ index, request: { picture, prompt } }) =>
      makeLine(index, {
        contents: [{ role: 'user', parts: [await preparePart(picture), { text: prompt }] }],
        generationConfig: makeEditConfig(picture),
      }),
    );
  }
  return writeJsonLines(work.lines, MAX_FILE_BYTES, async ({ index, request: asked }) =>
    makeLine(index, {
      contents: [
        { role: 'user', parts: [await preparePart(asked.picture, DESCRIBED_EDGE), { text: asked.request }] },
      ],
      systemInstruction: { role: 'user', parts: [{ text: asked.instructions }] },
      generationConfig: { ...makeTextConfig(asked), thinkingConfig: { thinkingLevel: 'LOW' } },
    }),
  );
}

const makeLine = (index: number, request: object) => ({ key: String(index), request });

const StatusSchema = z.object({
  code: z.number().optional(),
  message: z.string().optional(),
  status: z.string().optional(),
});
const ResultLineSchema = z.object({
  key: z.string().regex(/^\d+$/),
  response: z.unknown().optional(),
  error: StatusSchema.nullish(),
  /** Some lines name their error so. */
  status: StatusSchema.nullish(),
});

/** Undefined if it is none of ours. */
export function readGoogleLine(line: unknown): ResultLine | undefined {
  const { data } = ResultLineSchema.safeParse(line);
  if (!data) return undefined;
  const { key, response, error, status } = data;
  const failed = error ?? status;
  return {
    index: Number(key),
    readBody() {
      if (response !== undefined && response !== null) return response;
      throw new CallFailed(readLineError(failed?.code ?? 0, JSON.stringify(failed ?? 'no response')));
    },
  };
}

/** Codes of google.rpc (https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto) as HTTP statuses. */
const STATUSES: Record<number, number> = { 3: 400, 5: 404, 7: 403, 8: 429, 9: 400, 16: 401 };
const CANCELLED = 1;
const DEADLINE_EXCEEDED = 4;

/** What has no known code is an error of the service: lines with errors are not charged. */
function readLineError(code: number, detail: string): ProviderFailure {
  if (code === CANCELLED) return { kind: 'cancelled', detail };
  if (code === DEADLINE_EXCEEDED) return { kind: 'expired', detail };
  const status = code >= 400 ? code : (STATUSES[code] ?? 500);
  const failure = readStatusFailure(status, new Headers(), detail, GOOGLE_SIGNS);
  return failure.kind === 'timed-out' ? { ...failure, kind: 'unavailable' } : failure;
}
