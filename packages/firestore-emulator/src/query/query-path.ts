/** Field paths in queries, where `__name__` is the document's name. */
import { Reference, type Value } from '../firestore-values.ts';
import type { StoredDocument } from '../model.ts';
import { invalidArgument } from '../status.ts';
import { getField, parseFieldPath, printFieldPath, type FieldPath } from '../values/field-path.ts';
import { isReservedName } from '../values/limits.ts';
import type { FieldReference } from '../wire/messages.ts';

export type Path = FieldPath;

const MAX_PATH_BYTES = 1500;
const MAX_PATH_LENGTH = 20;

export const NAME_PATH: Path = ['__name__'];

export const isName = (path: Path): boolean => path.length === 1 && path[0] === '__name__';

function parseQueryPath(text: string): Path {
  const path = parseFieldPath(text);
  if (isName(path)) return path;
  if (path[0] === '__name__') throw invalidArgument('the name __key__ is reserved');
  const reserved = path.find(isReservedName);
  if (reserved !== undefined) throw invalidArgument(`Invalid reserved name in field path ${reserved}`);
  if (Buffer.byteLength(text) > MAX_PATH_BYTES) {
    throw invalidArgument(`property path is longer than ${MAX_PATH_BYTES} bytes.`);
  }
  if (path.length > MAX_PATH_LENGTH)
    throw invalidArgument(`paths must have at most ${MAX_PATH_LENGTH} elements`);
  return path;
}

export const parseFieldReference = (field: FieldReference | null | undefined): Path =>
  parseQueryPath(field?.fieldPath ?? '');

export const printPath = (path: Path): string => printFieldPath(path);
export const samePath = (left: Path, right: Path): boolean =>
  left.length === right.length && left.every((name, index) => name === right[index]);

/** Returns undefined if the document has no such field. */
export const valueAt = (document: StoredDocument, path: Path): Value | undefined =>
  isName(path) ? new Reference(document.name) : getField(document.fields, path);
