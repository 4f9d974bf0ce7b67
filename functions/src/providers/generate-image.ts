import type { GenerationRequest } from '@portal/contracts/generation-request';
import type { ProviderAccess } from './call-provider.ts';
import { makeGoogleAdapter } from './google.ts';
import { makeOpenaiAdapter } from './openai.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';
import { makeStabilityAdapter } from './stability.ts';
import { makeXaiAdapter } from './xai.ts';

/** Generates one image with any provider. */
export function generateImage(
  access: ProviderAccess,
  request: GenerationRequest,
  upstreamModel: string,
  signal: AbortSignal,
): Promise<ProviderAnswer<MadeImage>> {
  if (request.provider === 'openai') {
    return makeOpenaiAdapter(access).generate(request, upstreamModel, signal);
  }
  if (request.provider === 'google') {
    return makeGoogleAdapter(access).generate(request, upstreamModel, signal);
  }
  if (request.provider === 'stability') {
    return makeStabilityAdapter(access).generate(request, upstreamModel, signal);
  }
  return makeXaiAdapter(access).generate(request, upstreamModel, signal);
}
