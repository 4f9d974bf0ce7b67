import type { Provider } from '@portal/contracts/generation-request';

/** The companies whose keys admins manage. The tools name a provider's product instead. */
export const PROVIDER_TITLES: Record<Provider, string> = {
  openai: 'OpenAI',
  google: 'Google',
  stability: 'Stability AI',
  xai: 'xAI',
};
