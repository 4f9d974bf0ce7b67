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

type Entry = Record<string, unknown>;

// Does not use zod, which would add 65 ms and 15 MB to the start of the server.
const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalidEntry = (name: string, expected: string) =>
  new Error(`firestore.indexes.json: "${name}" must be ${expected}.`);

function entriesOf(entry: Entry, name: string): Entry[] {
  const list = entry[name];
  if (!Array.isArray(list) || !list.every(isEntry)) throw invalidEntry(name, 'a list of objects');
  return list;
}

function textOf(entry: Entry, name: string): string {
  const text = entry[name];
  if (typeof text !== 'string') throw invalidEntry(name, 'a string');
  return text;
}

function choiceOf<Choice extends string>(
  entry: Entry,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const chosen = entry[name];
  if (chosen === undefined) return undefined;
  const choice = choices.find((each) => each === chosen);
  if (choice === undefined) throw invalidEntry(name, `one of ${choices.join(', ')}`);
  return choice;
}

const scopeOf = (entry: Entry) =>
  choiceOf(entry, 'queryScope', ['COLLECTION', 'COLLECTION_GROUP', 'COLLECTION_RECURSIVE']) ?? 'COLLECTION';

/** Returns undefined for vector and search indexes, which no supported query uses. */
const modeOf = (entry: Entry): IndexMode | undefined =>
  choiceOf(entry, 'order', ['ASCENDING', 'DESCENDING']) ?? choiceOf(entry, 'arrayConfig', ['CONTAINS']);

/** Throws an Error for an invalid file. */
export function parseIndexConfig(text: string): IndexConfig {
  const config: unknown = JSON.parse(text);
  if (!isEntry(config)) throw invalidEntry('indexes', 'in an object');
  return {
    indexes: config.indexes === undefined ? [] : entriesOf(config, 'indexes').flatMap(readIndex),
    overrides:
      config.fieldOverrides === undefined ? [] : entriesOf(config, 'fieldOverrides').map(readOverride),
  };
}

function readIndex(entry: Entry): CompositeIndex[] {
  const collectionGroup = textOf(entry, 'collectionGroup');
  const queryScope = scopeOf(entry);
  const fields: IndexField[] = [];
  for (const field of entriesOf(entry, 'fields')) {
    const fieldPath = normalizePath(textOf(field, 'fieldPath'));
    const mode = modeOf(field);
    if (!mode) return [];
    fields.push({ fieldPath, mode });
  }
  const last = fields.at(-1);
  if (!last || queryScope === 'COLLECTION_RECURSIVE') return [];
  if (last.fieldPath !== '__name__') fields.push({ fieldPath: '__name__', mode: nameModeAfter(last.mode) });
  return [{ collectionGroup, queryScope, fields }];
}

function readOverride(entry: Entry): FieldOverride {
  const fieldPath = textOf(entry, 'fieldPath');
  const indexes: FieldIndex[] = [];
  for (const index of entriesOf(entry, 'indexes')) {
    const queryScope = scopeOf(index);
    const mode = modeOf(index);
    if (mode && queryScope !== 'COLLECTION_RECURSIVE') indexes.push({ queryScope, mode });
  }
  return {
    collectionGroup: textOf(entry, 'collectionGroup'),
    fieldPath: fieldPath === '*' ? fieldPath : normalizePath(fieldPath),
    indexes,
  };
}

const normalizePath = (text: string) => printFieldPath(parseFieldPath(text));

/** By default, an index sorts by name in the direction of its last field. */
export const nameModeAfter = (last: IndexMode): IndexMode =>
  last === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING';
