/** The settings last used with each provider, kept on this device for each user. */
import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';
import { z } from 'zod';
import { readStored, writeIfPossible, type Store } from '../../client/browser-storage.ts';
import {
  EMPTY_VALUES,
  FormValuesSchema,
  listFamilyFields,
  type FieldName,
  type FormValues,
} from './form-values.ts';

export type Settings = Partial<FormValues>;

const RememberedSchema = z.partialRecord(ProviderSchema, FormValuesSchema);

const nameOf = (userId: string): string => `portal:generation-settings:${userId}`;

/** They belong to a prompt rather than to a provider. */
const NOT_REMEMBERED: ReadonlySet<FieldName> = new Set(['seed', 'stabilityNegativePrompt']);

const pick = (values: FormValues, fields: readonly FieldName[]): Settings =>
  Object.fromEntries(
    fields.filter((field) => !NOT_REMEMBERED.has(field)).map((field) => [field, values[field]] as const),
  );

const withoutEmpty = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));

/** Adds the chosen settings of the form's model to those of its provider. */
export function rememberSettings(store: Store, userId: string, values: FormValues): void {
  const { provider, model } = values;
  const remembered = readStored(store, nameOf(userId), RememberedSchema) ?? {};
  const chosen = pick(values, listFamilyFields(values));
  const settings = { ...EMPTY_VALUES, ...remembered[provider], ...chosen, provider, model };
  writeIfPossible(store, nameOf(userId), { ...remembered, [provider]: settings });
}

export function readSettings(store: Store, userId: string, provider: Provider): Settings {
  const values = readStored(store, nameOf(userId), RememberedSchema)?.[provider];
  return values ? withoutEmpty(pick(values, FIELDS[provider])) : {};
}

/** The spec clears the model of Gemini. That of Stable Diffusion is its version. */
const FIELDS: Record<Provider, readonly FieldName[]> = {
  openai: listFamilyFields({ provider: 'openai', model: '' }),
  google: (['imagen3', 'imagen4'] as const).flatMap((model) =>
    listFamilyFields({ provider: 'google', model }),
  ),
  stability: ['model', ...listFamilyFields({ provider: 'stability', model: '' })],
  xai: listFamilyFields({ provider: 'xai', model: '' }),
};
