/** Resource names: `projects/P/databases/D`, then `/documents` and alternating collections and documents. */
import { invalidArgument } from '../status.ts';
import { compareUnits } from './strings.ts';

const MAX_ID_BYTES = 1500;
const MAX_PATH_BYTES = 6 * 1024;
const MAX_PATH_DEPTH = 100;
const MAX_INT64 = 2n ** 63n - 1n;

const DATABASE = /^projects\/(?!\.\.?\/)[^/]+\/databases\/(?!\.\.?(?:\/|$))[^/]+/;
/** Most names: too short to exceed a limit, and without characters or ids that need further checks. */
const PLAIN_DOCUMENT =
  /^projects\/(?!\.)[^/]+\/databases\/(?!\.)[^/]+\/documents(?:\/(?!\.|__)[^/]+\/(?!\.|__)[^/]+)+$/;
const PLAIN_LENGTH = 400;

/** Throws INVALID_ARGUMENT if it is not the name of a document. */
export function checkDocumentName(name: string, label = 'Document name'): void {
  if (name.length <= PLAIN_LENGTH && PLAIN_DOCUMENT.test(name)) return;
  const path = pathBelowDocuments(name, label);
  if (path === undefined) throw invalidArgument(`${label} "${name}" is invalid: it names no document.`);
  const ids = path.split('/');
  if (ids.length % 2 === 1) throw invalidArgument(`${label} "${name}" is invalid: it names a collection.`);
  for (const [index, id] of ids.entries()) (index % 2 === 0 ? checkCollectionId : checkDocumentId)(id);
  if (ids.length > 2 * MAX_PATH_DEPTH)
    throw invalidArgument(`Key path is too long. Cannot exceed ${MAX_PATH_DEPTH} elements.`);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw invalidArgument(`Key path is too long. Cannot exceed ${MAX_PATH_BYTES} bytes.`);
}

/** Throws INVALID_ARGUMENT if it is not the name of a database. */
export function checkDatabaseName(name: string): void {
  if (DATABASE.exec(name)?.[0] !== name) throw invalidArgument(`Database name "${name}" is invalid.`);
}

/** Accepts a document, or the `documents` of a database. */
export function checkParent(name: string): void {
  if (pathBelowDocuments(name, 'Document parent name') !== undefined) checkDocumentName(name);
}

/** Undefined for `projects/P/databases/D/documents` itself. */
function pathBelowDocuments(name: string, label: string): string | undefined {
  const below = name.replace(DATABASE, '');
  if (below === '/documents') return undefined;
  if (below === name || !below.startsWith('/documents/'))
    throw invalidArgument(`${label} "${name}" is invalid.`);
  return below.slice('/documents/'.length);
}

const isReserved = (id: string) => id === '.' || id === '..' || /^__.+__$/s.test(id);

/** Throws INVALID_ARGUMENT if it cannot be the id of a collection. */
export function checkCollectionId(id: string): void {
  if (id === '') throw invalidArgument('collectionId is the empty string.');
  checkId('Collection id', id);
  if (isReserved(id)) throw invalidArgument(`Collection id "${id}" is invalid because it is reserved.`);
}

function checkDocumentId(id: string): void {
  if (id === '') throw invalidArgument('documentId is the empty string.');
  checkId('Resource id', id);
  if (!isReserved(id)) return;
  const number = numericId(id);
  if (number === undefined) throw invalidArgument(`Resource id "${id}" is invalid because it is reserved.`);
  if (number > MAX_INT64 || number < -MAX_INT64 - 1n) {
    throw invalidArgument(`Resource id "${id}" is invalid because it is not a 64 bit integer.`);
  }
}

function checkId(kind: 'Collection id' | 'Resource id', id: string): void {
  if (id.includes('/')) throw invalidArgument(`${kind} "${id}" is invalid because it contains "/".`);
  if (id.length * 3 > MAX_ID_BYTES && Buffer.byteLength(id) > MAX_ID_BYTES) {
    const element = kind === 'Collection id' ? 'kind' : 'name';
    throw invalidArgument(`The key path element ${element} is longer than ${MAX_ID_BYTES} bytes.`);
  }
}

/** The name's last segment. */
export const idOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
/** The collection path of a document name. */
export const collectionPathOf = (name: string): string => name.slice(0, name.lastIndexOf('/'));

/** The `projects/P/databases/D` of any name. */
export const databaseOf = (name: string): string => name.split('/', 4).join('/');

const SLASH = 47;
const UNDERSCORE = 95;

/** Compares segment by segment, numeric ids first and by value. The names are equal up to `from`. */
export function compareNames(a: string, b: string, from = 0): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let index = from;
  while (index < length && a.charCodeAt(index) === b.charCodeAt(index)) index++;
  const start = index === 0 ? 0 : a.lastIndexOf('/', index - 1) + 1;
  if (a.charCodeAt(start) !== UNDERSCORE && b.charCodeAt(start) !== UNDERSCORE) return compareAt(a, b, index);
  return compareNumericIds(a, b, start) || compareAt(a, b, index);
}

function compareAt(a: string, b: string, index: number): number {
  if (index === a.length || index === b.length) return a.length - b.length;
  const left = a.charCodeAt(index);
  const right = b.charCodeAt(index);
  if (left === SLASH) return -1;
  if (right === SLASH) return 1;
  return compareUnits(left, right);
}

function compareNumericIds(a: string, b: string, start: number): number {
  const left = a.startsWith('__id', start) ? numericId(segmentAt(a, start)) : undefined;
  const right = b.startsWith('__id', start) ? numericId(segmentAt(b, start)) : undefined;
  if (left === undefined || right === undefined)
    return Number(right !== undefined) - Number(left !== undefined);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function segmentAt(name: string, start: number): string {
  const end = name.indexOf('/', start);
  return end < 0 ? name.slice(start) : name.slice(start, end);
}

/** `__id7__` is the name of a document with the numeric Datastore id 7. */
export function numericId(id: string): bigint | undefined {
  const digits = /^__id(-?[1-9]\d*)__$/.exec(id)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}
