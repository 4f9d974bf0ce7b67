/** Parses firestore.indexes.json like `firebase deploy`. */
import { parseFieldPath, printFieldPath } from '../values/field-path.ts';

export type QueryScope = 'COLLECTION' | 'COLLECTION_GROUP';
export type IndexMode = 'ASCENDING' | 'DESCENDING' | 'CONTAINS';

export interface IndexField {
  readonly fieldPath: string;
  readonly mode: IndexMode;
}

export interface CompositeIndex {
  readonly collectionGroup: string;
  readonly queryScope: QueryScope;
  /** Always ends with `__name__`. */
  readonly fields: readonly IndexField[];
}

export interface FieldIndex {
  readonly queryScope: QueryScope;
  readonly mode: IndexMode;
}

/** Replaces the automatic indexes of a field and of the fields inside it. */
export interface FieldOverride {
  readonly collectionGroup: string;
  /** `*` for every field of the collection. */
  readonly fieldPath: string;
  readonly indexes: readonly FieldIndex[];
}

export interface IndexConfig {
  readonly indexes: readonly CompositeIndex[];
  readonly overrides: readonly FieldOverride[];
}

type Entry = Readonly<Record<string, unknown>>;

// Does not use zod, which would add 65 ms and 15 MB to the start of the server.
const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function entriesOf(entry: Entry, name: string): Entry[] {
  const list = entry[name];
  if (Array.isArray(list) && list.every(isEntry)) return list;
  throw new Error(`firestore.indexes.json: "${name}" must be a list of objects.`);
}

function textOf(entry: Entry, name: string): string {
  const text = entry[name];
  if (typeof text === 'string') return text;
  throw new Error(`firestore.indexes.json: "${name}" must be a string.`);
}

function choiceOf<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((each) => each === value);
  if (choice !== undefined) return choice;
  throw new Error(`firestore.indexes.json: ${JSON.stringify(value)} must be one of ${choices.join(', ')}.`);
}

const scopeOf = ({ queryScope = 'COLLECTION' }: Entry): QueryScope =>
  choiceOf(queryScope, ['COLLECTION', 'COLLECTION_GROUP']);

const modeOf = ({ order, arrayConfig }: Entry): IndexMode =>
  choiceOf(order ?? arrayConfig, ['ASCENDING', 'DESCENDING', 'CONTAINS']);

/** Throws an Error for an invalid file. */
export function parseIndexConfig(text: string): IndexConfig {
  const config: unknown = JSON.parse(text);
  if (!isEntry(config)) throw new Error('firestore.indexes.json must be an object.');
  const { indexes = [], fieldOverrides = [] } = config;
  return {
    indexes: entriesOf({ indexes }, 'indexes').map(readIndex),
    overrides: entriesOf({ fieldOverrides }, 'fieldOverrides').map(readOverride),
  };
}

function readIndex(entry: Entry): CompositeIndex {
  const fields = entriesOf(entry, 'fields').map((field): IndexField => {
    return { fieldPath: normalizePath(textOf(field, 'fieldPath')), mode: modeOf(field) };
  });
  const last = fields.at(-1);
  if (last && last.fieldPath !== '__name__') {
    fields.push({ fieldPath: '__name__', mode: nameModeAfter(last.mode) });
  }
  return { collectionGroup: textOf(entry, 'collectionGroup'), queryScope: scopeOf(entry), fields };
}

function readOverride(entry: Entry): FieldOverride {
  const fieldPath = textOf(entry, 'fieldPath');
  return {
    collectionGroup: textOf(entry, 'collectionGroup'),
    fieldPath: fieldPath === '*' ? fieldPath : normalizePath(fieldPath),
    indexes: entriesOf(entry, 'indexes').map((index) => ({
      queryScope: scopeOf(index),
      mode: modeOf(index),
    })),
  };
}

const normalizePath = (text: string) => printFieldPath(parseFieldPath(text));

/** By default, an index sorts by name in the direction of its last field. */
export const nameModeAfter = (last: IndexMode): IndexMode =>
  last === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING';
