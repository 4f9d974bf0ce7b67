import type { XaiRequest } from '@portal/contracts/generation-request';
import { checkAccess, callProvider, type ProviderAccess } from './call-provider.ts';
import { requestImage } from './images-answer.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';
import { makeXaiOrder, XAI_SIGNS } from './xai-orders.ts';

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
        requestImage(access, fetch, makeXaiOrder(request, upstreamModel), `image/${request.outputFormat}`),
    }),
});
