import type { PictureProvider } from '@portal/contracts/studio-settings';
import type { ProviderAccess } from './call-provider.ts';
import type { DescribeRequest } from './describe-request.ts';
import { makeGoogleAdapter } from './google.ts';
import { makeOpenaiAdapter } from './openai.ts';
import type { ProviderAnswer } from './provider-answer.ts';

/** What is to be said of one picture, as JSON that nobody has read yet, whoever looks at it. */
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
