import type { XaiRequest } from '@portal/contracts/generation-request';
import { checkAccess, callProvider, type ProviderAccess } from './call-provider.ts';
import { requestImage } from './images-answer.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';

const SIGNS = {
  refused: /content moderation|usage guidelines/i,
  keyRejected: /Incorrect API key/i,
  exhausted: /used all available credits|spending limit/i,
};

const RESOLUTIONS = { '2K': '2k' } as const;

export const makeXaiAdapter = (access: ProviderAccess) => ({
  check: (signal: AbortSignal) => checkAccess(access, SIGNS, '/models', signal),

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
        requestImage(
          access,
          fetch,
          {
            model: upstreamModel,
            prompt: request.prompt,
            response_format: 'b64_json',
            ...(request.size && { resolution: RESOLUTIONS[request.size] }),
          },
          `image/${request.outputFormat}`,
        ),
    }),
});
