import type { PictureProvider } from '@portal/contracts/studio-settings';
import type { ProviderAccess } from './call-provider.ts';
import type { DescribeRequest } from './describe-request.ts';
import { makeGoogleAdapter } from './google.ts';
import { makeOpenaiAdapter } from './openai.ts';
import type { ProviderAnswer } from './provider-answer.ts';

/** Describes one picture with any provider, as unparsed JSON. */
export function describePicture(
  access: ProviderAccess,
  provider: PictureProvider,
  request: DescribeRequest,
  upstreamModel: string,
  signal: AbortSignal,
): Promise<ProviderAnswer<string>> {
  const { describe } = provider === 'openai' ? makeOpenaiAdapter(access) : makeGoogleAdapter(access);
  return describe(request, upstreamModel, signal);
}
