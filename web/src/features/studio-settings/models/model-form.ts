import {
  ModelOverrideSchema,
  RegisteredNameSchema,
  saveModels,
  type ModelSettings,
  type RegisteredModel,
  type RegisteredName,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import { z } from 'zod';
import { call } from '../../../client/api/client.ts';
import { readNumber, readText, writeField } from '../section/field-values.ts';
import { useSection } from '../section/use-section.ts';

export const TOKEN_KINDS = ['textInput', 'imageInput', 'cachedInput', 'output', 'thinking'] as const;
type TokenKind = (typeof TOKEN_KINDS)[number];

export interface ModelValues {
  name: RegisteredName;
  upstreamModel: string;
  retiresOn: string;
  price: string;
  tokenPrices: Record<TokenKind, string>;
}
/** An array, because react-hook-form reads dots in model names as paths. */
interface ModelsValues {
  models: ModelValues[];
}
export type SavedModels = StudioSettings['models'];

const ModelsFormSchema = z.object({
  models: z.array(ModelOverrideSchema.extend({ name: RegisteredNameSchema })),
});
type ModelsForm = z.infer<typeof ModelsFormSchema>;

const mapKinds = <Value>(map: (kind: TokenKind) => Value): Record<TokenKind, Value> => ({
  textInput: map('textInput'),
  imageInput: map('imageInput'),
  cachedInput: map('cachedInput'),
  output: map('output'),
  thinking: map('thinking'),
});

/** Empty values, so that the model's defaults apply. */
export const clearModel = (name: RegisteredName): ModelValues => ({
  name,
  upstreamModel: '',
  retiresOn: '',
  price: '',
  tokenPrices: mapKinds(() => ''),
});

/** Token prices are saved together. Those equal to the default are shown as unset. */
function toRow(saved: SavedModels, name: RegisteredName): ModelValues {
  const { upstreamModel, retiresOn, price, tokenPrices } = saved.settings?.models[name] ?? {};
  const defaults = saved.default[name].tokenPrices;
  return {
    name,
    upstreamModel: writeField(upstreamModel),
    retiresOn: writeField(retiresOn),
    price: writeField(price),
    tokenPrices: mapKinds((kind) =>
      tokenPrices?.[kind] === defaults?.[kind] ? '' : writeField(tokenPrices?.[kind]),
    ),
  };
}

function readTokenPrices(values: Record<TokenKind, string>, defaults: RegisteredModel['tokenPrices']) {
  if (TOKEN_KINDS.every((kind) => values[kind].trim() === '')) return undefined;
  return mapKinds((kind) => readNumber(values[kind]) ?? defaults?.[kind]);
}

function toSettings({ models }: ModelsForm): ModelSettings | null {
  const overrides = models.flatMap(({ name, ...override }) =>
    Object.values(override).some((value) => value !== undefined) ? [[name, override] as const] : [],
  );
  return overrides.length > 0 ? { models: Object.fromEntries(overrides) } : null;
}

export const useModels = (saved: SavedModels) =>
  useSection<SavedModels, ModelsValues, ModelsForm, ModelSettings>({
    title: 'Models',
    saved,
    toValues: (loaded) => ({ models: RegisteredNameSchema.options.map((name) => toRow(loaded, name)) }),
    toInput: ({ models }) => ({
      models: models.map(({ name, upstreamModel, retiresOn, price, tokenPrices }) => ({
        name,
        upstreamModel: readText(upstreamModel),
        retiresOn: readText(retiresOn),
        price: readNumber(price),
        tokenPrices: readTokenPrices(tokenPrices, saved.default[name].tokenPrices),
      })),
    }),
    schema: ModelsFormSchema,
    toSettings,
    send: (body) => call(saveModels, { body }),
    pick: ({ models }) => models,
  });
