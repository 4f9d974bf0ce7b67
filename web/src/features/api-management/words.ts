import type { Provider } from '@portal/contracts/generation-request';

/** As admins know them, who hold their keys; the tools call them by their products. */
export const PROVIDER_TITLES: Record<Provider, string> = {
  openai: 'OpenAI',
  google: 'Google',
  stability: 'Stability AI',
  xai: 'xAI',
};
