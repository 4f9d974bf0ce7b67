import type { PictureProvider } from '@portal/contracts/studio-settings';
import type { ProviderAccess } from './call-provider.ts';
import type { DescribeRequest, TextRequest } from './describe-request.ts';
import { makeGoogleAdapter } from './google.ts';
import { makeOpenaiAdapter } from './openai.ts';
import type { ProviderAnswer } from './provider-answer.ts';

/**
 * Describes one picture with any provider, as unparsed JSON. `onStarted` is called if the answer can be fetched later, by
 * this id and with the same key.
 */
export function describePicture(
  access: ProviderAccess,
  provider: PictureProvider,
  request: DescribeRequest,
  upstreamModel: string,
  signal: AbortSignal,
  onStarted: (id: string) => Promise<void> = async () => undefined,
): Promise<ProviderAnswer<string>> {
  return provider === 'openai'
    ? makeOpenaiAdapter(access).describe(request, upstreamModel, signal, onStarted)
    : makeGoogleAdapter(access).describe(request, upstreamModel, signal);
}

/** Writes a text with any provider, as unparsed JSON. */
export const writeText = (
  access: ProviderAccess,
  provider: PictureProvider,
  request: TextRequest,
  upstreamModel: string,
  signal: AbortSignal,
): Promise<ProviderAnswer<string>> =>
  (provider === 'openai' ? makeOpenaiAdapter(access) : makeGoogleAdapter(access)).write(
    request,
    upstreamModel,
    signal,
  );
