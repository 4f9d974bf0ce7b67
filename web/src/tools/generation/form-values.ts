/** The form's values: the fields of all providers (tools.md 3.1). '' means not chosen. */
import {
  GPT_ASPECT_RATIOS,
  ImageSizeSchema,
  MAX_SEED,
  IMAGEN_ASPECT_RATIOS,
  ModelSchema,
  MAX_IMAGES,
  PERSON_GENERATIONS,
  ProviderSchema,
  STABILITY_ASPECT_RATIOS,
  type Provider,
} from '@portal/contracts/generation-request';
import { z } from 'zod';

const text = z.string().catch('');
const SCHEMA_CFG = 5;
/** '' is the standard size, which is not sent. */
const size = z.enum([...ImageSizeSchema.options, '']).catch('');

/** Parses a saved draft, in the form's order. Values that are no longer valid become empty. */
export const FormValuesSchema = z.object({
  prompt: text,
  quantity: z.number().int().min(1).max(MAX_IMAGES).catch(1),
  model: z.enum([...ModelSchema.options, '']).catch(''),
  provider: ProviderSchema.catch('openai'),
  gptQuality: z.enum(['low', 'medium', 'high', '']).catch(''),
  gptBackground: z.enum(['transparent', 'opaque', '']).catch(''),
  gptAspectRatio: z.enum([...GPT_ASPECT_RATIOS, '']).catch(''),
  gptOutputFormat: z.enum(['jpeg', 'png', '']).catch(''),
  gptSize: size,
  grokAspectRatio: z.enum([...GPT_ASPECT_RATIOS, '']).catch(''),
  grokOutputFormat: z.enum(['jpeg', '']).catch(''),
  grokSize: size,
  imagenPersonGeneration: z.enum([...PERSON_GENERATIONS, '']).catch(''),
  imagenAspectRatio: z.enum([...IMAGEN_ASPECT_RATIOS, '']).catch(''),
  imagenOutputFormat: z.enum(['png', '']).catch(''),
  imagenSize: size,
  imagen4Version: z.enum(['standard', 'ultra', '']).catch(''),
  imagen4PersonGeneration: z.enum([...PERSON_GENERATIONS, '']).catch(''),
  imagen4AspectRatio: z.enum([...IMAGEN_ASPECT_RATIOS, '']).catch(''),
  imagen4OutputFormat: z.enum(['png', '']).catch(''),
  imagen4Size: size,
  stabilityVersion: z.enum(['medium', 'large', '']).catch(''),
  stabilityStylePreset: text,
  stabilityNegativePrompt: text,
  stabilityAspectRatio: z.enum([...STABILITY_ASPECT_RATIOS, '']).catch(''),
  stabilityOutputFormat: z.enum(['jpeg', 'png', '']).catch(''),
  stabilityCfgScale: z.number().min(1).max(10).catch(SCHEMA_CFG),
  isHalfPrice: z.boolean().catch(false),
  seed: z.union([z.literal(''), z.number().int().min(0).max(MAX_SEED)]).catch(''),
});
export type FormValues = z.infer<typeof FormValuesSchema>;
export type FieldName = keyof FormValues;

/** What choosing a provider fills in. The user chooses everything else. */
export const INITIAL_VALUES = {
  openai: { provider: 'openai', model: 'gpt-image-1', gptAspectRatio: '1:1' },
  google: { provider: 'google', imagenOutputFormat: 'png', imagen4OutputFormat: 'png' },
  stability: { provider: 'stability', stabilityCfgScale: 7 },
  xai: { provider: 'xai', model: 'grok-2-image', grokAspectRatio: '1:1', grokOutputFormat: 'jpeg' },
} as const satisfies Record<Provider, Partial<FormValues>>;

export const EMPTY_VALUES: FormValues = FormValuesSchema.parse({});
export const DEFAULT_VALUES: FormValues = { ...EMPTY_VALUES, ...INITIAL_VALUES.openai };

export const isField = (name: string): name is FieldName => name in DEFAULT_VALUES;

/** What the names of a model family's fields start with: OpenAI's quality is `gptQuality`. */
const FAMILIES: Partial<Record<string, string>> = {
  gpt: 'openai',
  grok: 'xai',
  imagen: 'imagen3',
  imagen4: 'imagen4',
  stability: 'stability',
};

/** The model family of a field, if it has one, and its key in requests. */
function readName(name: FieldName): { family?: string | undefined; key: string } {
  if (name === 'seed') return { family: 'stability', key: name };
  const [, prefix = '', first = '', rest = ''] = /^([a-z]+4?)([A-Z])(\w+)$/.exec(name) ?? [];
  const family = FAMILIES[prefix];
  return family === undefined ? { key: name } : { family, key: first.toLowerCase() + rest };
}

const LABELS: Partial<Record<string, string>> = {
  prompt: 'Prompt',
  quantity: 'Quantity',
  model: 'Model',
  provider: 'Provider',
  quality: 'Quality',
  background: 'Background',
  aspectRatio: 'Aspect ratio',
  outputFormat: 'Output format',
  size: 'Size',
  personGeneration: 'Person generation',
  version: 'Version',
  stylePreset: 'Style preset',
  negativePrompt: 'Negative prompt',
  cfgScale: 'CFG scale',
  isHalfPrice: 'Ready',
  seed: 'Seed',
};
export const labelField = (name: FieldName): string => LABELS[readName(name).key] ?? name;

/** A field of a model family. */
type SettingName = Exclude<FieldName, 'isHalfPrice'>;
const SETTINGS = Object.keys(DEFAULT_VALUES).filter(
  (name): name is SettingName => isField(name) && readName(name).family !== undefined,
);

type Chosen = Pick<FormValues, 'provider' | 'model'>;

/** In the form's order. The google family's fields depend on the model, so it has none before one is chosen. */
export const listFamilyFields = ({ provider, model }: Chosen): SettingName[] =>
  SETTINGS.filter((name) => readName(name).family === (provider === 'google' ? model : provider));

/** The same by their keys in requests, except for the only aspect ratio of Grok, which is not sent. */
export const findFamilyFields = (chosen: Chosen): Readonly<Record<string, SettingName>> =>
  Object.fromEntries(
    listFamilyFields(chosen)
      .filter((name) => name !== 'grokAspectRatio')
      .map((name) => [readName(name).key, name] as const),
  );
