import type { Provider } from '@portal/contracts/generation-request';
import type { ProviderAccess } from './call-provider.ts';
import { makeGoogleAdapter } from './google.ts';
import { makeOpenaiAdapter } from './openai.ts';
import type { ProviderAnswer } from './provider-answer.ts';
import { makeStabilityAdapter } from './stability.ts';
import { makeXaiAdapter } from './xai.ts';

const ADAPTERS = {
  openai: makeOpenaiAdapter,
  google: makeGoogleAdapter,
  stability: makeStabilityAdapter,
  xai: makeXaiAdapter,
};

/** Whether the provider accepts the key; the call is free. */
export const checkKey = (
  provider: Provider,
  access: ProviderAccess,
  signal: AbortSignal,
): Promise<ProviderAnswer<undefined>> => ADAPTERS[provider](access).check(signal);
