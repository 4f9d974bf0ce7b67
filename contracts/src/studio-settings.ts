/** Settings that admins can change: the documents `settings/{budget,limits,pricing,models,tools,files,agencies}`. */
import { z } from 'zod';
import { OwnAgencySchema } from './agencies/agency.ts';
import { defineCall } from './call.ts';
import { ModelSchema, ProviderSchema, type Model, type Provider } from './generation-request.ts';
import { UidSchema } from './ids.ts';
import { MonthlyDollarsSchema } from './monthly-dollars.ts';
import {
  MAX_REAL_PRICES,
  PriceSchema,
  PricingEntrySchema,
  PricingSchema,
  pricingKeyOf,
  RealPriceSchema,
} from './pricing.ts';
import { UpscaleEngineSchema } from './upscale.ts';

const MAX_TOKEN_PRICE_DOLLARS = 1000;

const TOKEN_PRICE_MESSAGE = `Enter a price from $0 to $${MAX_TOKEN_PRICE_DOLLARS.toLocaleString('en-US')}`;

export const BudgetSettingsSchema = z.strictObject({
  /** Null for no limit. */
  monthlyDollars: MonthlyDollarsSchema.nullable(),
});
export type BudgetSettings = z.infer<typeof BudgetSettingsSchema>;

/** Bounds the document, which every worker reads. */
export const MAX_OWN_LIMITS = 5000;

/** What one person may spend in a month, beside the studio's budget. Null for no limit. */
export const LimitSettingsSchema = z.strictObject({
  everyone: MonthlyDollarsSchema.nullable().default(null),
  /** Own limits by account, which replace that of everyone. */
  people: z
    .record(UidSchema, MonthlyDollarsSchema.nullable())
    .refine(
      (people) => Object.keys(people).length <= MAX_OWN_LIMITS,
      `Set at most ${MAX_OWN_LIMITS.toLocaleString('en-US')} limits of single people`,
    )
    .default({}),
});
export type LimitSettings = z.infer<typeof LimitSettingsSchema>;

/** Providers that accept pictures, to restyle or describe them. */
export const PictureProviderSchema = z.enum(['openai', 'google']);
export type PictureProvider = z.infer<typeof PictureProviderSchema>;

const SwitchSchema = z.enum(['on', 'off']);

/** Missing fields use the deployment's default. */
export const ToolSettingsSchema = z
  .strictObject({
    upscaleEngine: UpscaleEngineSchema,
    stylizerProvider: PictureProviderSchema,
    keywordProvider: PictureProviderSchema,
    /** Whether staff can send pictures to agencies. By default where the studio has an account at one. */
    deliveries: SwitchSchema,
  })
  .partial();
export type ToolSettings = z.infer<typeof ToolSettingsSchema>;

const inFiles = (name: string, max: number) =>
  z.string().trim().min(1).max(max, `${name} has at most ${max} characters`).optional();

/** What is written into exported files, as IPTC and XMP. */
export const FileSettingsSchema = z.strictObject({
  creator: inFiles('A creator', 100),
  copyright: inFiles('A copyright notice', 128),
});
export type FileSettings = z.infer<typeof FileSettingsSchema>;

/** `own`: the profile of a customer, or of an agency that the portal does not know. */
export const AgencySettingsSchema = z.strictObject({ own: OwnAgencySchema });
export type AgencySettings = z.infer<typeof AgencySettingsSchema>;

/** The spec's models, and those for restyling and describing pictures. */
export const RegisteredNameSchema = z.enum([
  ...ModelSchema.options,
  'stylizer-openai',
  'stylizer-google',
  'keywords-openai',
  'keywords-google',
]);
export type RegisteredName = z.infer<typeof RegisteredNameSchema>;

const TokenPriceSchema = z
  .number({ error: TOKEN_PRICE_MESSAGE })
  .min(0, TOKEN_PRICE_MESSAGE)
  .max(MAX_TOKEN_PRICE_DOLLARS, TOKEN_PRICE_MESSAGE);

/** Dollars per million tokens. */
const TokenPricesSchema = z.strictObject({
  textInput: TokenPriceSchema,
  imageInput: TokenPriceSchema,
  /** The price of text input if missing. */
  cachedInput: TokenPriceSchema.optional(),
  output: TokenPriceSchema,
  thinking: TokenPriceSchema.default(0),
});

export const RegisteredModelSchema = z.strictObject({
  provider: ProviderSchema,
  upstreamModel: z
    .string()
    .min(1, "Enter the provider's model ID")
    .max(200, 'Model IDs have at most 200 characters')
    // Part of a provider's URL. Each part between slashes starts with a letter or digit, so none is `..`.
    .regex(
      /^(?:[a-z\d][\w.:@-]*(?:\/[a-z\d][\w.:@-]*)*)?$/i,
      'Enter a model ID such as gemini-3.8-flash: letters, digits and . : / @ _ - only',
    ),
  /** The day when the provider stops serving it. */
  retiresOn: z.iso.date('Enter a date').optional(),
  tokenPrices: TokenPricesSchema.optional(),
  /** Used if the provider reports no usage. */
  price: PriceSchema.optional(),
});
export type RegisteredModel = z.infer<typeof RegisteredModelSchema>;

/** Overrides the default, field by field. */
export const ModelOverrideSchema = RegisteredModelSchema.omit({ provider: true }).partial();

export const ModelSettingsSchema = z.strictObject({
  models: z.partialRecord(RegisteredNameSchema, ModelOverrideSchema).default({}),
});
export type ModelSettings = z.infer<typeof ModelSettingsSchema>;

export const PROVIDER_OF: Record<Model, Provider> = {
  'gpt-image-1': 'openai',
  'gpt-4o': 'openai',
  gemini: 'google',
  imagen3: 'google',
  imagen4: 'google',
  'sd3.5-medium': 'stability',
  'sd3.5-large': 'stability',
  'sd3.5-large-turbo': 'stability',
  grok: 'xai',
  'grok-2-image': 'xai',
};

/** A price that an admin saves. The model must belong to the provider. */
export const SavedPriceSchema = PricingEntrySchema.refine(
  ({ provider, model }) => PROVIDER_OF[model] === provider,
  { path: ['model'], error: 'This provider does not offer this model' },
);

/** Rejects two entries for the same requests: the price would be ambiguous. */
export const SavedPricingSchema = z
  .strictObject({ models: z.array(SavedPriceSchema).max(500, 'Enter at most 500 prices') })
  .superRefine(({ models }, context) => {
    const known = new Set<string>();
    for (const [index, entry] of models.entries()) {
      const key = pricingKeyOf(entry);
      if (known.has(key)) {
        context.addIssue({
          code: 'custom',
          path: ['models', index, 'model'],
          message: 'There is already a price for these options',
        });
      }
      known.add(key);
    }
  });

export const SettingsNameSchema = z.enum([
  'budget',
  'limits',
  'pricing',
  'models',
  'tools',
  'files',
  'agencies',
]);
export type SettingsName = z.infer<typeof SettingsNameSchema>;

/** An invalid value in a settings document, and what is used instead. */
export const SettingsProblemSchema = z.object({
  document: SettingsNameSchema,
  /** As in `models.imagen3.price`; empty for the whole document. */
  field: z.string(),
  message: z.string(),
  /** `ignored`: there is nothing to use instead, as for a list entry or an unknown name. */
  fallback: z.enum(['last-good', 'default', 'ignored']),
  /** The value in use, if it is a single value. */
  value: z.string().nullable(),
});
export type SettingsProblem = z.infer<typeof SettingsProblemSchema>;

/** Version of the document. A save must name the version it changes, so that nobody overwrites unseen changes. */
const VersionSchema = z.string().max(64).nullable();

/** `settings`: the valid values in use; null if the document does not exist. */
const describeSection = <Settings extends z.ZodType>(settings: Settings) =>
  z.object({ settings: settings.nullable(), version: VersionSchema });

export const StudioSettingsSchema = z.object({
  budget: describeSection(BudgetSettingsSchema).extend({ default: BudgetSettingsSchema }),
  limits: describeSection(LimitSettingsSchema).extend({ default: LimitSettingsSchema }),
  /** `real`: this month, those of the most images first. */
  pricing: describeSection(PricingSchema).extend({ real: z.array(RealPriceSchema).max(MAX_REAL_PRICES) }),
  models: describeSection(ModelSettingsSchema).extend({
    default: z.record(RegisteredNameSchema, RegisteredModelSchema),
  }),
  tools: describeSection(ToolSettingsSchema).extend({ default: ToolSettingsSchema.required() }),
  files: describeSection(FileSettingsSchema),
  agencies: describeSection(AgencySettingsSchema).extend({ default: AgencySettingsSchema }),
  problems: z.array(SettingsProblemSchema),
});
export type StudioSettings = z.infer<typeof StudioSettingsSchema>;

export const getStudioSettings = defineCall({
  method: 'GET',
  path: '/api/admin/settings',
  summary:
    'Prices, models, budget, limits, tools, exported files and the studio’s own agency profile as set by admins, their defaults, and invalid values.',
  audience: 'admin',
  response: StudioSettingsSchema,
});

const defineSave = <Settings extends z.ZodType>(name: SettingsName, settings: Settings) =>
  defineCall({
    method: 'PUT',
    path: `/api/admin/settings/${name}`,
    summary: `Saves settings/${name}; null restores the defaults. 409 if someone else has saved since.`,
    audience: 'admin',
    body: z.strictObject({ settings: settings.nullable(), version: VersionSchema }),
    response: StudioSettingsSchema,
    failures: [409],
  });

export const saveBudget = defineSave('budget', BudgetSettingsSchema);
export const saveLimits = defineSave('limits', LimitSettingsSchema);
export const savePricing = defineSave('pricing', SavedPricingSchema);
export const saveModels = defineSave('models', ModelSettingsSchema);
export const saveTools = defineSave('tools', ToolSettingsSchema);
export const saveFiles = defineSave('files', FileSettingsSchema);
export const saveAgencies = defineSave('agencies', AgencySettingsSchema);
