import { MEGABYTE, type Agency, type CsvColumn, type OwnAgency } from '@portal/contracts/agencies/agency';
import { OWN_AGENCY } from '@portal/contracts/agencies/profiles/own-agency';
import {
  AgencySettingsSchema,
  saveAgencies,
  type AgencySettings,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import { call } from '../../../client/api/client.ts';
import { readNumber, writeField } from '../section/field-values.ts';
import { useSection } from '../section/use-section.ts';

export type SavedAgencies = StudioSettings['agencies'];

/** `text`: of a fixed one. */
interface ColumnValues {
  header: string;
  value: CsvColumn['value'];
  text: string;
}

/** Fields contain text, at the paths that they have in the settings. */
export interface AgencyValues {
  own: {
    name: string;
    acceptsAi: string;
    needsTexts: string;
    isEnglishOnly: string;
    minMegapixels: string;
    maxMegapixels: string;
    /** Pixels. */
    minEdge: string;
    maxEdge: string;
    /** Megabytes. */
    minBytes: string;
    maxBytes: string;
    maxFileNameLength: string;
    title: { maxLength: string; minWords: string; characters: string };
    keywords: { min: string; max: string };
    csv: { columns: ColumnValues[] };
    /** What the form does not show. */
    base: OwnAgency;
  };
}

export const YES = 'yes';
export const NO = 'no';

export const useAgencySettings = (saved: SavedAgencies) =>
  useSection<SavedAgencies, AgencyValues, AgencySettings, AgencySettings>({
    title: 'Own profile',
    saved,
    toValues: ({ settings, default: fallback }) => ({ own: toValues((settings ?? fallback).own) }),
    toInput: ({ own }) => ({ own: toInput(own) }),
    schema: AgencySettingsSchema,
    toSettings: (settings) => (isSame(settings, saved.default) ? null : settings),
    send: (body) => call(saveAgencies, { body }),
    pick: ({ agencies }) => agencies,
  });

const writeLimit = (value: number | null): string => writeField(value ?? undefined);
const writeMegabytes = (bytes: number | null): string => writeLimit(bytes === null ? null : bytes / MEGABYTE);
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
    minEdge: writeLimit(own.minEdge),
    maxEdge: writeLimit(own.maxEdge),
    minBytes: writeMegabytes(own.minBytes),
    maxBytes: writeMegabytes(own.maxBytes),
    maxFileNameLength: writeLimit(own.maxFileNameLength),
    title: {
      maxLength: writeLimit(title.maxLength),
      minWords: writeLimit(title.minWords),
      characters: title.characters,
    },
    keywords: { min: writeLimit(keywords.min), max: writeLimit(keywords.max) },
    csv: { columns: (csv?.columns ?? []).map(({ header, value, text = '' }) => ({ header, value, text })) },
    base: own,
  };
}

/** With the format of an agency's CSV, and its label for AI. What it says about its own site is left out. */
export function startFrom(agency: Agency, name: string): AgencyValues['own'] {
  const { id: _id, types: _types, refusesNames: _refusesNames, facts: _facts, ...profile } = agency;
  return toValues({ ...profile, name, aiAdvice: null, enlargingAdvice: null });
}

/** Null without columns. */
export function readCsv({ csv: { columns }, base }: Pick<AgencyValues['own'], 'csv' | 'base'>) {
  const format = base.csv ?? OWN_AGENCY.csv;
  if (!format || columns.length === 0) return null;
  return {
    ...format,
    columns: columns.map(({ header, value, text }): CsvColumn =>
      value === 'constant' ? { header, value, text } : { header, value },
    ),
  };
}

/** Asked for only if someone wants to know it. */
export const readCategories = ({ csv: { columns }, base }: Pick<AgencyValues['own'], 'csv' | 'base'>) => {
  if (!columns.some(({ value }) => value === 'category')) return 'none';
  return base.categories === 'none' ? 'adobe-stock' : base.categories;
};

function toInput(values: AgencyValues['own']) {
  const { base: own } = values;
  const limit = (text: string) => readNumber(text) ?? null;
  const megabytes = (text: string) => {
    const value = limit(text);
    return value === null ? null : Math.round(value * MEGABYTE);
  };
  const max = readNumber(values.keywords.max);
  const written = max === own.keywords.max ? own.keywords.written : max;
  return {
    ...own,
    name: values.name,
    acceptsAi: values.acceptsAi === YES,
    needsTexts: values.needsTexts === YES,
    isEnglishOnly: values.isEnglishOnly === YES,
    minMegapixels: readNumber(values.minMegapixels) ?? 0,
    maxMegapixels: limit(values.maxMegapixels),
    minEdge: limit(values.minEdge),
    maxEdge: limit(values.maxEdge),
    minBytes: megabytes(values.minBytes),
    maxBytes: megabytes(values.maxBytes),
    maxFileNameLength: limit(values.maxFileNameLength),
    title: {
      ...own.title,
      maxLength: readNumber(values.title.maxLength),
      minWords: readNumber(values.title.minWords) ?? 0,
      characters: values.title.characters,
    },
    keywords: { ...own.keywords, min: readNumber(values.keywords.min) ?? 0, max, written },
    categories: readCategories(values),
    csv: readCsv(values),
  };
}

const isSame = (one: AgencySettings, other: AgencySettings): boolean =>
  JSON.stringify(AgencySettingsSchema.parse(one)) === JSON.stringify(AgencySettingsSchema.parse(other));
