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

/** Parses a saved draft. Values that are no longer valid become empty. */
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
  stabilityNegativePrompt: text,
  stabilityStylePreset: text,
  stabilityVersion: z.enum(['medium', 'large', '']).catch(''),
  stabilityAspectRatio: z.enum([...STABILITY_ASPECT_RATIOS, '']).catch(''),
  stabilityOutputFormat: z.enum(['jpeg', 'png', '']).catch(''),
  stabilityCfgScale: z.number().min(1).max(10).catch(SCHEMA_CFG),
  isHalfPrice: z.boolean().catch(false),
  seed: z.union([z.literal(''), z.number().int().min(0).max(MAX_SEED)]).catch(''),
});
export type FormValues = z.infer<typeof FormValuesSchema>;
export type FieldName = keyof FormValues;
/** A field that not all model families have. */
type SettingName = Exclude<FieldName, 'isHalfPrice'>;

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

/** The settings in each model family's request, with the form field of each. */
const FAMILIES: Partial<Record<string, Readonly<Record<string, SettingName>>>> = {
  openai: {
    quality: 'gptQuality',
    background: 'gptBackground',
    aspectRatio: 'gptAspectRatio',
    outputFormat: 'gptOutputFormat',
    size: 'gptSize',
  },
  xai: { outputFormat: 'grokOutputFormat', size: 'grokSize' },
  imagen3: {
    personGeneration: 'imagenPersonGeneration',
    aspectRatio: 'imagenAspectRatio',
    outputFormat: 'imagenOutputFormat',
    size: 'imagenSize',
  },
  imagen4: {
    version: 'imagen4Version',
    personGeneration: 'imagen4PersonGeneration',
    aspectRatio: 'imagen4AspectRatio',
    outputFormat: 'imagen4OutputFormat',
    size: 'imagen4Size',
  },
  stability: {
    version: 'stabilityVersion',
    stylePreset: 'stabilityStylePreset',
    negativePrompt: 'stabilityNegativePrompt',
    aspectRatio: 'stabilityAspectRatio',
    outputFormat: 'stabilityOutputFormat',
    cfgScale: 'stabilityCfgScale',
    seed: 'seed',
  },
};

/** The google family's fields depend on the model, so it has none before one is chosen. */
export const findFamilyFields = ({ provider, model }: Pick<FormValues, 'provider' | 'model'>) =>
  FAMILIES[provider === 'google' ? model : provider] ?? {};
