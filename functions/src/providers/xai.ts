import type { XaiRequest } from '@portal/contracts/generation-request';
import { checkAccess, callProvider, type ProviderAccess } from './call-provider.ts';
import { requestImage } from './images-answer.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';
import { makeXaiParams, XAI_SIGNS } from './xai-params.ts';

export const makeXaiAdapter = (access: ProviderAccess) => ({
  check: (signal: AbortSignal) => checkAccess(access, XAI_SIGNS, '/models', signal),

  generate: (
    request: XaiRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    callProvider({
      access,
      signal,
      signs: XAI_SIGNS,
      contentType: /json/,
      make: (fetch) =>
        requestImage(access, fetch, makeXaiParams(request, upstreamModel), `image/${request.outputFormat}`),
    }),
});
