import type { Provider } from '@portal/contracts/generation-request';
import type { RegisteredName } from '@portal/contracts/studio-settings';

export const PROVIDER_TITLES: Record<Provider, string> = {
  openai: 'OpenAI',
  google: 'Google',
  stability: 'Stability AI',
  xai: 'xAI',
};

const MODEL_TITLES: Partial<Record<RegisteredName, string>> = {
  'stylizer-openai': 'Stylizer',
  'stylizer-google': 'Stylizer',
  'keywords-openai': 'Keywords',
  'keywords-google': 'Keywords',
};

export const nameModel = (name: RegisteredName): string => MODEL_TITLES[name] ?? name;
