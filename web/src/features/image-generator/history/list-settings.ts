import type { GenerationBatch } from '@portal/contracts/image-generator';
import { MODEL_LABELS, PROVIDER_NAMES } from '@portal/contracts/provider-labels';
import { PERSON_LABELS, humanize } from '../../../tools/generation/labels.ts';

/** All settings of a batch as pairs of name and value. */
export function listSettings(batch: GenerationBatch): [name: string, value: string][] {
  const settings: [string, string | number | undefined][] = [
    ['Provider', PROVIDER_NAMES[batch.provider]],
    ['Model', MODEL_LABELS[batch.model]],
    ['Version', batch.version && humanize(batch.version)],
    ['Images', batch.requestedCount],
    ['Quality', batch.quality && humanize(batch.quality)],
    ['Background', batch.background && humanize(batch.background)],
    ['Aspect ratio', batch.aspectRatio],
    ['Size', batch.size],
    ['Output format', batch.outputFormat?.toUpperCase()],
    ['Person generation', batch.personGeneration && labelPerson(batch.personGeneration)],
    ['Style preset', batch.stylePreset && humanize(batch.stylePreset)],
    ['CFG scale', batch.cfgScale],
    ['Seed', batch.seed],
    [batch.prompts ? 'Prompts' : 'Prompt', listPrompts(batch)],
    ['Negative prompt', batch.negativePrompt],
  ];
  return settings.flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
}

/** All of them, each in a paragraph of its own. */
export const listPrompts = ({ prompt, prompts }: GenerationBatch): string =>
  prompts ? [...new Set(prompts)].join('\n\n') : prompt;

const labelPerson = (value: string): string =>
  Object.entries(PERSON_LABELS).find(([name]) => name === value)?.[1] ?? value;
