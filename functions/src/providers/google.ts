import type { GoogleRequest } from '@portal/contracts/generation-request';
import type { GenerateContentParameters } from '@google/genai';
import { z } from 'zod';
import { CallFailed, callProvider, type ProviderAccess } from './call-provider.ts';
import type { EditRequest, OriginalPicture } from './edit-request.ts';
import { finishImage } from './finish-image.ts';
import { preparePicture } from './prepare-picture.ts';
import type { MadeImage, ProviderAnswer, Usage } from './provider-answer.ts';

const PERSON_GENERATIONS = {
  dont_allow: 'ALLOW_NONE',
  allow_adult: 'ALLOW_ADULT',
  allow_all: 'ALLOW_ALL',
} as const;

const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 3],
  [3, 2],
  [3, 4],
  [4, 3],
  [4, 5],
  [5, 4],
  [9, 16],
  [16, 9],
  [21, 9],
];

const SIGNS = {
  keyRejected: /API_KEY_INVALID|API key expired|FAILED_PRECONDITION/,
  exhausted: /PerDay/,
};

const AnswerSchema = z.object({
  candidates: z
    .array(
      z.object({
        finishReason: z.string().optional(),
        content: z
          .object({
            parts: z.array(z.object({ inlineData: z.object({ data: z.string() }).optional() })).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  usageMetadata: z
    .object({
      promptTokenCount: z.number().default(0),
      promptTokensDetails: z
        .array(z.object({ modality: z.string().optional(), tokenCount: z.number().default(0) }))
        .default([]),
      candidatesTokenCount: z.number().default(0),
      thoughtsTokenCount: z.number().optional(),
    })
    .optional(),
});

export const makeGoogleAdapter = (access: ProviderAccess) => ({
  generate: (
    request: GoogleRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    askForContent(access, signal, `image/${request.outputFormat}`, () => {
      const personGeneration = PERSON_GENERATIONS[request.personGeneration];
      return {
        model: upstreamModel,
        contents: request.prompt,
        config: {
          responseModalities: ['IMAGE'],
          imageConfig: { aspectRatio: request.aspectRatio, imageSize: findImageSize(request) },
          // The API takes it; the SDK lets it through only this way.
          httpOptions: { extraBody: { generationConfig: { imageConfig: { personGeneration } } } },
        },
      };
    }),

  edit: (
    { picture, prompt, outputFormat }: EditRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    askForContent(access, signal, `image/${outputFormat}`, async () => {
      // It answers without transparency, and would see black where there is none.
      const { bytes, contentType } = await preparePicture(picture, 'on white');
      return {
        model: upstreamModel,
        contents: [
          { inlineData: { mimeType: contentType, data: bytes.toString('base64') } },
          { text: prompt },
        ],
        config: {
          responseModalities: ['IMAGE'],
          imageConfig: { aspectRatio: findNearestRatio(picture), imageSize: '1K' },
        },
      };
    }),
});

const askForContent = (
  access: ProviderAccess,
  signal: AbortSignal,
  contentType: MadeImage['contentType'],
  makeOrder: () => GenerateContentParameters | Promise<GenerateContentParameters>,
): Promise<ProviderAnswer<MadeImage>> =>
  callProvider({
    access,
    signal,
    signs: SIGNS,
    contentType: /json/,
    make: async (fetch) => {
      const { GoogleGenAI } = await import('@google/genai');
      const client = new GoogleGenAI({
        apiKey: access.apiKey,
        vertexai: false,
        // Image settings are documented for v1beta. Without retryOptions the SDK does not retry.
        httpOptions: { baseUrl: access.baseUrl, apiVersion: 'v1beta', fetch },
      });
      const { bytes, usage } = readAnswer(await client.models.generateContent(await makeOrder()));
      return { kind: 'made', made: await finishImage(bytes, contentType), ...(usage ? { usage } : {}) };
    },
  });

/** Of the ratios that the model has, the one most like the picture's own. */
function findNearestRatio({ width, height }: OriginalPicture): string {
  const distance = ([across, down]: readonly [number, number]) =>
    Math.abs(Math.log((across * height) / (down * width)));
  return RATIOS.reduce((best, each) => (distance(each) < distance(best) ? each : best)).join(':');
}

const findImageSize = (request: GoogleRequest) =>
  request.model === 'imagen4' && request.version === 'ultra' ? '2K' : '1K';

function readAnswer(answer: unknown): { bytes: Buffer; usage?: Usage } {
  const { candidates, promptFeedback, usageMetadata } = AnswerSchema.parse(answer);
  const parts = candidates.flatMap((candidate) => candidate.content?.parts ?? []);
  const data = parts.findLast((part) => part.inlineData)?.inlineData?.data;
  if (data === undefined) {
    const reason = promptFeedback?.blockReason ?? candidates[0]?.finishReason;
    throw new CallFailed(
      reason === undefined || reason === 'MALFORMED_RESPONSE'
        ? { kind: 'broken-answer', detail: `no image, ${reason ?? 'and no reason'}` }
        : { kind: 'refused', detail: reason },
    );
  }
  return {
    bytes: Buffer.from(data, 'base64'),
    ...(usageMetadata ? { usage: readUsage(usageMetadata) } : {}),
  };
}

function readUsage({
  promptTokenCount,
  promptTokensDetails,
  candidatesTokenCount,
  thoughtsTokenCount,
}: NonNullable<z.infer<typeof AnswerSchema>['usageMetadata']>): Usage {
  const imageInputTokens = promptTokensDetails
    .filter(({ modality }) => modality === 'IMAGE')
    .reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  return {
    textInputTokens: promptTokenCount - imageInputTokens,
    imageInputTokens,
    outputTokens: candidatesTokenCount,
    ...(thoughtsTokenCount === undefined ? {} : { thinkingTokens: thoughtsTokenCount }),
  };
}
