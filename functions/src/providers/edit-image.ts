import type { PictureProvider } from '@portal/contracts/studio-settings';
import type { ProviderAccess } from './call-provider.ts';
import type { EditRequest } from './edit-request.ts';
import { makeGoogleAdapter } from './google.ts';
import { makeOpenaiAdapter } from './openai.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';

/** Edits one picture with any provider. */
export function editImage(
  access: ProviderAccess,
  provider: PictureProvider,
  request: EditRequest,
  upstreamModel: string,
  signal: AbortSignal,
): Promise<ProviderAnswer<MadeImage>> {
  const { edit } = provider === 'openai' ? makeOpenaiAdapter(access) : makeGoogleAdapter(access);
  return edit(request, upstreamModel, signal);
}
