/** Display names of API values. */
import type { Model, Provider } from './generation-request.ts';

export const PROVIDER_NAMES: Record<Provider, string> = {
  openai: 'ChatGPT',
  google: 'Gemini',
  stability: 'Stable Diffusion',
  xai: 'Grok',
};

export const MODEL_LABELS: Record<Model, string> = {
  'gpt-image-1': 'GPT Image 1',
  'gpt-4o': 'GPT-4o',
  gemini: 'Gemini (Deprecated)',
  imagen3: 'Imagen 3',
  imagen4: 'Imagen 4',
  'sd3.5-medium': 'SD 3.5 Medium',
  'sd3.5-large': 'SD 3.5 Large',
  'sd3.5-large-turbo': 'SD 3.5 Large Turbo',
  grok: 'Grok',
  'grok-2-image': 'Grok 2 Image',
};

/** Also of a value that an older version wrote, or that stands in the URL. */
export const nameProvider = (value: string): string => findLabel(PROVIDER_NAMES, value);
export const nameModel = (value: string): string => findLabel(MODEL_LABELS, value);

const findLabel = (labels: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;
