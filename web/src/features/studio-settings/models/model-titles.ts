import type { RegisteredName } from '@portal/contracts/studio-settings';

const MODEL_TITLES: Partial<Record<RegisteredName, string>> = {
  'stylizer-openai': 'Stylizer',
  'stylizer-google': 'Stylizer',
  'keywords-openai': 'Keywords',
  'keywords-google': 'Keywords',
};

export const nameModel = (name: RegisteredName): string => MODEL_TITLES[name] ?? name;
