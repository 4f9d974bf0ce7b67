/** The values that the form offers, fewer than the API accepts (tools.md 5.2). */
import type { Provider } from '@portal/contracts/generation-request';
import { MODEL_LABELS, PROVIDER_NAMES } from '@portal/contracts/provider-labels';
import { PERSON_LABELS } from './labels.ts';
import type { FieldName, FormValues } from './form-values.ts';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  hint?: string;
}

export const PROVIDERS: readonly Option<Provider>[] = [
  { value: 'openai', label: PROVIDER_NAMES.openai, hint: MODEL_LABELS['gpt-image-1'] },
  { value: 'google', label: PROVIDER_NAMES.google, hint: 'Imagen 3 and 4' },
  { value: 'stability', label: PROVIDER_NAMES.stability, hint: 'SD 3.5' },
  { value: 'xai', label: PROVIDER_NAMES.xai, hint: MODEL_LABELS['grok-2-image'] },
];

const offer = <const Value extends string>(...values: Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: value }));
const PNG: Option<'png'> = { value: 'png', label: 'PNG' };
const JPEG: Option<'jpeg'> = { value: 'jpeg', label: 'JPEG' };
const PERSONS: Option<'dont_allow' | 'allow_adult' | 'allow_all'>[] = [
  { value: 'dont_allow', label: PERSON_LABELS.dont_allow },
  { value: 'allow_adult', label: PERSON_LABELS.allow_adult },
  { value: 'allow_all', label: PERSON_LABELS.allow_all },
];
const IMAGEN_RATIOS = offer('1:1', '3:4', '4:3', '9:16', '16:9');

/** Fields with a few values, shown side by side. */
export const CHOICES = {
  model: [
    { value: 'imagen3', label: MODEL_LABELS.imagen3 },
    { value: 'imagen4', label: MODEL_LABELS.imagen4 },
  ],
  gptQuality: [
    { value: 'low', label: 'Low' },
    { value: 'medium', label: 'Medium' },
    { value: 'high', label: 'High' },
  ],
  gptBackground: [
    { value: 'transparent', label: 'Transparent' },
    { value: 'opaque', label: 'Opaque' },
  ],
  gptAspectRatio: offer('1:1', '2:3', '3:2'),
  gptOutputFormat: [PNG, JPEG],
  grokAspectRatio: offer('1:1'),
  grokOutputFormat: [JPEG],
  imagenPersonGeneration: PERSONS,
  imagenAspectRatio: IMAGEN_RATIOS,
  imagenOutputFormat: [PNG],
  imagen4Version: [
    { value: 'standard', label: 'Standard' },
    { value: 'ultra', label: 'Ultra' },
  ],
  imagen4PersonGeneration: PERSONS,
  imagen4AspectRatio: IMAGEN_RATIOS,
  imagen4OutputFormat: [PNG],
  stabilityVersion: [
    { value: 'medium', label: 'Medium' },
    { value: 'large', label: 'Large' },
  ],
  stabilityAspectRatio: offer('1:1', '9:16', '16:9'),
  stabilityOutputFormat: [PNG, JPEG],
} as const satisfies { [Name in FieldName]?: readonly Option<FormValues[Name] & string>[] };
export type ChoiceName = keyof typeof CHOICES;
export const isChoice = (name: string): name is ChoiceName => name in CHOICES;

export const STYLE_PRESETS = [
  'photographic',
  'analog-film',
  'digital-art',
  'enhance',
  'fantasy-art',
  'comic-book',
  'anime',
  'cinematic',
  'isometric',
  'line-art',
  'low-poly',
  'modeling-compound',
  'neon-punk',
  'origami',
  'pixel-art',
  '3d-model',
  'tile-texture',
] as const;
