import type { GoogleRequest } from '@portal/contracts/generation-request';
import { z } from 'zod';
import { CallFailed, callProvider, type ProviderAccess } from './call-provider.ts';
import { finishImage } from './finish-image.ts';
import type { MadeImage, ProviderAnswer, Usage } from './provider-answer.ts';

const PERSON_GENERATIONS = {
  dont_allow: 'ALLOW_NONE',
  allow_adult: 'ALLOW_ADULT',
  allow_all: 'ALLOW_ALL',
} as const;

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
    .object({ promptTokenCount: z.number().default(0), candidatesTokenCount: z.number().default(0) })
    .optional(),
});

export const makeGoogleAdapter = (access: ProviderAccess) => ({
  generate: (
    request: GoogleRequest,
    upstreamModel: string,
    signal: AbortSignal,
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
        const personGeneration = PERSON_GENERATIONS[request.personGeneration];
        const answer = await client.models.generateContent({
          model: upstreamModel,
          contents: request.prompt,
          config: {
            responseModalities: ['IMAGE'],
            imageConfig: { aspectRatio: request.aspectRatio, imageSize: findImageSize(request) },
            // The API takes it; the SDK lets it through only this way.
            httpOptions: { extraBody: { generationConfig: { imageConfig: { personGeneration } } } },
          },
        });
        const { bytes, usage } = readAnswer(answer);
        const made = await finishImage(bytes, `image/${request.outputFormat}`);
        return { kind: 'made', made, ...(usage ? { usage } : {}) };
      },
    }),
});

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
  const usage = usageMetadata && {
    textInputTokens: usageMetadata.promptTokenCount,
    imageInputTokens: 0,
    outputTokens: usageMetadata.candidatesTokenCount,
  };
  return { bytes: Buffer.from(data, 'base64'), ...(usage ? { usage } : {}) };
}
