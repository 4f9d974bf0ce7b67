/** A request to the Bulk Image Generator: the payload of tools.md 3.1 with the values of 5.2. */
import { z } from 'zod';

export const MAX_IMAGES = 100;
export const MAX_PROMPT_LENGTH = 1000;
export const MAX_SEED = 4_294_967_294;
/** A list's own names are shorter, so that a style's name and a number fit. */
const MAX_PICTURE_NAME_LENGTH = 160;

export const ProviderSchema = z.enum(['openai', 'google', 'stability', 'xai']);
export type Provider = z.infer<typeof ProviderSchema>;
/** Company names, for admins. The tools show the provider's product name instead. */
export const PROVIDER_TITLES: Readonly<Record<Provider, string>> = {
  openai: 'OpenAI',
  google: 'Google',
  stability: 'Stability AI',
  xai: 'xAI',
};

export const ModelSchema = z.enum([
  'gpt-image-1',
  'gpt-4o',
  'gemini',
  'imagen3',
  'imagen4',
  'sd3.5-medium',
  'sd3.5-large',
  'sd3.5-large-turbo',
  'grok',
  'grok-2-image',
]);
export type Model = z.infer<typeof ModelSchema>;

export const GPT_ASPECT_RATIOS = [
  '1:1',
  '16:9',
  '3:2',
  '5:4',
  '2:3',
  '4:5',
  '7:4',
  '4:7',
  '4:3',
  '3:4',
] as const;
export const IMAGEN_ASPECT_RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;
export const STABILITY_ASPECT_RATIOS = [...GPT_ASPECT_RATIOS, '21:9', '9:16', '9:21'] as const;
export const PERSON_GENERATIONS = ['dont_allow', 'allow_adult', 'allow_all'] as const;

export const ImageSizeSchema = z.enum(['2K', '4K']);
export type ImageSize = z.infer<typeof ImageSizeSchema>;
/** What each provider's models offer beyond their standard size. Sources: image-sizes.ts. */
export const LARGER_SIZES = {
  openai: ['2K', '4K'],
  google: ['2K', '4K'],
  stability: [],
  xai: ['2K'],
} as const satisfies Record<Provider, readonly ImageSize[]>;

/** The same message for a missing and an invalid value. */
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, error: string) =>
  z.enum(values, { error });

const PICK_MODEL = 'Please select a model';

const PromptSchema = z
  .string({ error: 'Prompt cannot be empty' })
  .trim()
  .min(1, 'Prompt cannot be empty')
  .max(MAX_PROMPT_LENGTH, `Prompt must be less than ${MAX_PROMPT_LENGTH} characters`);

const NegativePromptSchema = z
  .string({ error: 'Negative prompt must be text' })
  .trim()
  .max(MAX_PROMPT_LENGTH, `Negative prompt must be less than ${MAX_PROMPT_LENGTH} characters`)
  .optional();

const LISTED_SEED_MESSAGE = `Enter a seed from 0 to ${MAX_SEED}`;
const listedText = (name: string, plural: string) =>
  z
    .string({ error: `Enter a ${name}` })
    .trim()
    .max(MAX_PROMPT_LENGTH, `${plural} have at most ${MAX_PROMPT_LENGTH.toLocaleString('en')} characters`);

/** A prompt of a list: one picture. */
export const ListedPromptSchema = z.strictObject({
  prompt: listedText('prompt', 'Prompts').min(1, 'Enter a prompt'),
  /** Of its file. By default the batch's name and a number. */
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .min(1, 'Enter a name, or leave it out')
    .max(MAX_PICTURE_NAME_LENGTH, `Names have at most ${MAX_PICTURE_NAME_LENGTH} characters`)
    .regex(/^\P{Cc}*$/u, 'Names have no line breaks or other control characters')
    .optional(),
  /** Only Stable Diffusion takes it, as it takes the seed. */
  negativePrompt: listedText('negative prompt', 'Negative prompts')
    .min(1, 'Enter a negative prompt, or leave it out')
    .optional(),
  seed: z
    .number({ error: LISTED_SEED_MESSAGE })
    .int(LISTED_SEED_MESSAGE)
    .min(0, LISTED_SEED_MESSAGE)
    .max(MAX_SEED, LISTED_SEED_MESSAGE)
    .optional(),
});
export type ListedPrompt = z.infer<typeof ListedPromptSchema>;

const common = {
  prompt: PromptSchema,
  quantity: z
    .number({ error: 'Quantity must be a number' })
    .int('Quantity must be a whole number')
    .min(1, 'Minimum is 1 image')
    .max(MAX_IMAGES, `Maximum is ${MAX_IMAGES} images`),
  /** Each picture's own prompt, instead of `prompt` for all: as many as `quantity`. */
  prompts: z.array(ListedPromptSchema).min(1).max(MAX_IMAGES).optional(),
};

const OpenaiSettingsSchema = z.object({
  provider: z.literal('openai'),
  model: oneOf(['gpt-image-1', 'gpt-4o'], PICK_MODEL),
  quality: oneOf(['low', 'medium', 'high'], 'Quality is required for GPT Image 1'),
  background: oneOf(['transparent', 'opaque'], 'Background is required for GPT Image 1'),
  aspectRatio: oneOf(GPT_ASPECT_RATIOS, 'Aspect ratio is required for GPT Image 1'),
  outputFormat: oneOf(['jpeg', 'png'], 'Output format is required for GPT Image 1'),
  size: oneOf(LARGER_SIZES.openai, 'GPT Image 1 offers the sizes 2K and 4K').optional(),
});
export const OpenaiRequestSchema = z.object({ ...common, ...OpenaiSettingsSchema.shape });
export type OpenaiRequest = z.infer<typeof OpenaiRequestSchema>;

const XaiSettingsSchema = z.object({
  provider: z.literal('xai'),
  model: oneOf(['grok-2-image', 'grok'], PICK_MODEL),
  outputFormat: oneOf(['jpeg'], 'Output format is required for Grok'),
  size: oneOf(LARGER_SIZES.xai, 'Grok offers the size 2K').optional(),
});
export const XaiRequestSchema = z.object({ ...common, ...XaiSettingsSchema.shape });
export type XaiRequest = z.infer<typeof XaiRequestSchema>;

const imagen = (name: string) => ({
  personGeneration: oneOf(PERSON_GENERATIONS, `Person generation is required for ${name}`),
  aspectRatio: oneOf(IMAGEN_ASPECT_RATIOS, `Aspect ratio is required for ${name}`),
  outputFormat: oneOf(['png'], `Output format is required for ${name}`),
  size: oneOf(LARGER_SIZES.google, `${name} offers the sizes 2K and 4K`).optional(),
});

const Imagen3SettingsSchema = z.object({
  provider: z.literal('google'),
  model: z.enum(['imagen3', 'gemini']),
  ...imagen('Imagen 3'),
});
const Imagen4SettingsSchema = z.object({
  provider: z.literal('google'),
  model: z.literal('imagen4'),
  version: oneOf(['standard', 'ultra'], 'Version is required for Imagen 4'),
  ...imagen('Imagen 4'),
});
const GoogleSettingsSchema = z.discriminatedUnion('model', [Imagen3SettingsSchema, Imagen4SettingsSchema], {
  error: PICK_MODEL,
});
export const GoogleRequestSchema = z.discriminatedUnion(
  'model',
  [
    z.object({ ...common, ...Imagen3SettingsSchema.shape }),
    z.object({ ...common, ...Imagen4SettingsSchema.shape }),
  ],
  { error: PICK_MODEL },
);
export type GoogleRequest = z.infer<typeof GoogleRequestSchema>;

const seedMessage = `Seed must be a number between 0 and ${MAX_SEED}`;

/** Form input: empty text means unset, digits a number. */
const SeedSchema = z.preprocess(
  (input) => {
    if (typeof input !== 'string') return input;
    const text = input.trim();
    if (text === '') return undefined;
    return /^\d+$/.test(text) ? Number(text) : text;
  },
  z.number({ error: seedMessage }).int(seedMessage).min(0, seedMessage).max(MAX_SEED, seedMessage).optional(),
);

const StabilitySettingsSchema = z.object({
  provider: z.literal('stability'),
  model: z.enum(['sd3.5-medium', 'sd3.5-large', 'sd3.5-large-turbo'], {
    error: 'Please select a Stable Diffusion model version',
  }),
  version: oneOf(['medium', 'large'], 'Please select a Stable Diffusion model version'),
  stylePreset: z
    .string({ error: 'Style preset is required' })
    .trim()
    .min(1, 'Style preset is required')
    .max(100, 'Style preset has at most 100 characters'),
  negativePrompt: NegativePromptSchema,
  aspectRatio: oneOf(STABILITY_ASPECT_RATIOS, 'Aspect ratio is required'),
  outputFormat: oneOf(['jpeg', 'png'], 'Output format is required'),
  cfgScale: z
    .number({ error: 'CFG scale must be a number' })
    .min(1, 'CFG scale is at least 1')
    .max(10, 'CFG scale is at most 10')
    .default(5),
  seed: SeedSchema,
  size: z.never('Stable Diffusion has no larger sizes').optional(),
});
export const StabilityRequestSchema = z.object({ ...common, ...StabilitySettingsSchema.shape });
export type StabilityRequest = z.infer<typeof StabilityRequestSchema>;

/** Turbo is a faster Large model. */
const STABILITY_VERSIONS = {
  'sd3.5-medium': 'medium',
  'sd3.5-large': 'large',
  'sd3.5-large-turbo': 'large',
} as const satisfies Record<StabilityRequest['model'], StabilityRequest['version']>;

const PICK_PROVIDER = { error: 'Please select a provider' };

/** Provider, model and their options: a request without its prompts. */
export const GenerationSettingsSchema = z
  .discriminatedUnion(
    'provider',
    [OpenaiSettingsSchema, GoogleSettingsSchema, StabilitySettingsSchema, XaiSettingsSchema],
    PICK_PROVIDER,
  )
  .superRefine(checkSettings);
export type GenerationSettings = z.infer<typeof GenerationSettingsSchema>;

export const GenerationRequestSchema = z
  .discriminatedUnion(
    'provider',
    [OpenaiRequestSchema, GoogleRequestSchema, StabilityRequestSchema, XaiRequestSchema],
    PICK_PROVIDER,
  )
  .superRefine((request, context) => {
    checkSettings(request, context);
    if (request.prompts && request.prompts.length !== request.quantity) {
      const message = 'The quantity must be the number of prompts';
      context.addIssue({ code: 'custom', path: ['quantity'], message });
    }
  });
export type GenerationRequest = z.infer<typeof GenerationRequestSchema>;

/** Options that exclude each other. */
function checkSettings(settings: GenerationSettings, context: z.RefinementCtx): void {
  if (
    settings.provider === 'openai' &&
    settings.background === 'transparent' &&
    settings.outputFormat === 'jpeg'
  ) {
    context.addIssue({
      code: 'custom',
      path: ['outputFormat'],
      message: 'Transparent backgrounds are only supported with PNG format',
    });
  }
  if (
    settings.provider === 'google' &&
    settings.model === 'imagen4' &&
    settings.version === 'ultra' &&
    settings.size === '2K'
  ) {
    context.addIssue({
      code: 'custom',
      path: ['size'],
      message: 'The version ultra is 2K already. Leave out the size, or choose 4K',
    });
  }
  if (settings.provider === 'stability' && settings.version !== STABILITY_VERSIONS[settings.model]) {
    context.addIssue({
      code: 'custom',
      path: ['version'],
      message: `The version of ${settings.model} is ${STABILITY_VERSIONS[settings.model]}`,
    });
  }
}
