import type { Provider } from '@portal/contracts/generation-request';

/** Company names, for admin pages. The tools show the provider's product name instead. */
export const PROVIDER_TITLES: Record<Provider, string> = {
  openai: 'OpenAI',
  google: 'Google',
  stability: 'Stability AI',
  xai: 'xAI',
};
