import { MEGABYTE, type OwnAgency } from '@portal/contracts/agencies/agency';
import {
  AgencySettingsSchema,
  saveAgencies,
  type AgencySettings,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import { call } from '../../../client/api/client.ts';
import { readNumber, writeField } from '../section/field-values.ts';
import { useSection } from '../section/use-section.ts';
import { readColumns, writeColumns } from './csv-columns.ts';

type SavedAgencies = StudioSettings['agencies'];

/** Fields contain text, at the paths that they have in the settings. */
export interface AgencyValues {
  own: {
    name: string;
    acceptsAi: string;
    needsTexts: string;
    isEnglishOnly: string;
    minMegapixels: string;
    maxMegapixels: string;
    /** Megabytes. */
    maxBytes: string;
    maxFileNameLength: string;
    title: { maxLength: string; minWords: string; characters: string };
    keywords: { min: string; max: string };
    csv: { columns: string };
  };
}

export const YES = 'yes';
export const NO = 'no';

export const useAgencySettings = (saved: SavedAgencies) =>
  useSection<SavedAgencies, AgencyValues, AgencySettings, AgencySettings>({
    title: 'Own profile',
    saved,
    toValues: ({ settings, default: fallback }) => ({ own: toValues((settings ?? fallback).own) }),
    toInput: ({ own }) => ({ own: toInput(own, (saved.settings ?? saved.default).own) }),
    schema: AgencySettingsSchema,
    toSettings: (settings) => (isSame(settings, saved.default) ? null : settings),
    send: (body) => call(saveAgencies, { body }),
    pick: ({ agencies }) => agencies,
  });

const writeLimit = (value: number | null): string => writeField(value ?? undefined);
const writeChoice = (isChosen: boolean): string => (isChosen ? YES : NO);

function toValues(own: OwnAgency): AgencyValues['own'] {
  const { title, keywords, csv } = own;
  return {
    name: own.name,
    acceptsAi: writeChoice(own.acceptsAi),
    needsTexts: writeChoice(own.needsTexts),
    isEnglishOnly: writeChoice(own.isEnglishOnly),
    minMegapixels: writeLimit(own.minMegapixels),
    maxMegapixels: writeLimit(own.maxMegapixels),
    maxBytes: writeLimit(own.maxBytes === null ? null : own.maxBytes / MEGABYTE),
    maxFileNameLength: writeLimit(own.maxFileNameLength),
    title: {
      maxLength: writeLimit(title.maxLength),
      minWords: writeLimit(title.minWords),
      characters: title.characters,
    },
    keywords: { min: writeLimit(keywords.min), max: writeLimit(keywords.max) },
    csv: { columns: writeColumns(csv?.columns ?? []) },
  };
}

/** `own`: what the form does not show stays. */
function toInput(values: AgencyValues['own'], own: OwnAgency) {
  const limit = (text: string) => readNumber(text) ?? null;
  const maxBytes = limit(values.maxBytes);
  const max = readNumber(values.keywords.max);
  const columns = readColumns(values.csv.columns);
  return {
    ...own,
    name: values.name,
    acceptsAi: values.acceptsAi === YES,
    needsTexts: values.needsTexts === YES,
    isEnglishOnly: values.isEnglishOnly === YES,
    minMegapixels: readNumber(values.minMegapixels) ?? 0,
    maxMegapixels: limit(values.maxMegapixels),
    maxBytes: maxBytes === null ? null : Math.round(maxBytes * MEGABYTE),
    maxFileNameLength: limit(values.maxFileNameLength),
    title: {
      ...own.title,
      maxLength: readNumber(values.title.maxLength),
      minWords: readNumber(values.title.minWords) ?? 0,
      characters: values.title.characters,
    },
    keywords: { ...own.keywords, min: readNumber(values.keywords.min) ?? 0, max, written: max },
    // Asked for only if someone wants to know it.
    categories: columns.some(({ value }) => value === 'category') ? 'adobe-stock' : 'none',
    csv: { ...own.csv, columns },
  };
}

const isSame = (one: AgencySettings, other: AgencySettings): boolean =>
  JSON.stringify(AgencySettingsSchema.parse(one)) === JSON.stringify(AgencySettingsSchema.parse(other));
