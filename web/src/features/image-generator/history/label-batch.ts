import type { Model, Provider } from '@portal/contracts/generation-request';

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

const LABEL_WORDS = 3;
/** What a person does not want, said at the end: ', no text', ' without people', ' --no x', ' excluding y'. */
const EXCLUSION =
  /(?:[\s,.;:(]+(?:--no|without|excluding|exclude|except|avoid|avoiding)|(?:\s*[,.;:(–—-]\s*|\s+with\s+)no)\s[^.;]*[\s.;)]*$/i;

/** The first 3 words of a prompt, with a trailing exclusion clause removed. */
export function labelPrompt(prompt: string): string {
  const text = prompt.trim();
  const wanted = text.replace(EXCLUSION, '') || text;
  return wanted
    .split(/\s+/)
    .slice(0, LABEL_WORDS)
    .join(' ')
    .replace(/[\s,.;:-]+$/, '');
}
