import type { XaiRequest } from '@portal/contracts/generation-request';
import { callProvider, type ProviderAccess } from './call-provider.ts';
import { finishImage } from './finish-image.ts';
import { readImagesAnswer } from './images-answer.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';

const SIGNS = {
  refused: /content moderation|usage guidelines/i,
  keyRejected: /Incorrect API key/i,
  exhausted: /used all available credits|spending limit/i,
};

export const makeXaiAdapter = (access: ProviderAccess) => ({
  generate: (
    request: XaiRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    callProvider({
      access,
      signal,
      signs: SIGNS,
      contentType: /json/,
      make: async (fetch) => {
        const { default: OpenAI } = await import('openai');
        const client = new OpenAI({
          apiKey: access.apiKey,
          baseURL: access.baseUrl,
          // Set for OpenAI in the environment, they are nothing that xAI should learn.
          organization: null,
          project: null,
          fetch,
          maxRetries: 0,
          logLevel: 'off',
        });
        const answer = await client.images.generate({
          model: upstreamModel,
          prompt: request.prompt,
          n: 1,
          response_format: 'b64_json',
        });
        const { bytes, usage } = readImagesAnswer(answer);
        const made = await finishImage(bytes, `image/${request.outputFormat}`);
        return { kind: 'made', made, ...(usage ? { usage } : {}) };
      },
    }),
});
