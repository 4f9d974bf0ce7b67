import type { XaiRequest } from '@portal/contracts/generation-request';
import { askForNothing, callProvider, type ProviderAccess } from './call-provider.ts';
import { askForImage } from './images-answer.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';

const SIGNS = {
  refused: /content moderation|usage guidelines/i,
  keyRejected: /Incorrect API key/i,
  exhausted: /used all available credits|spending limit/i,
};

export const makeXaiAdapter = (access: ProviderAccess) => ({
  check: (signal: AbortSignal) => askForNothing(access, SIGNS, '/models', signal),

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
      make: (fetch) =>
        askForImage(
          access,
          fetch,
          { model: upstreamModel, prompt: request.prompt, response_format: 'b64_json' },
          `image/${request.outputFormat}`,
        ),
    }),
});
