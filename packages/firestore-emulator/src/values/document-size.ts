/** The size of a document as Firestore counts it: https://firebase.google.com/docs/firestore/storage-size */
import { Reference, Timestamp, type Fields, type Value, isMap } from '../firestore-values.ts';
import { invalidArgument } from '../status.ts';
import { numericId } from './resource-name.ts';

const MAX_DOCUMENT_BYTES = 1_048_576;
const DOCUMENT_OVERHEAD = 32;
const NAME_OVERHEAD = 16;
const NUMBER_BYTES = 8;
/** `projects/P/databases/D/documents` does not count. */
const ROOT_SEGMENTS = 5;

export function checkDocumentSize(name: string, fields: Fields): void {
  if (nameSize(name) + mapSize(fields) + DOCUMENT_OVERHEAD <= MAX_DOCUMENT_BYTES) return;
  throw invalidArgument(`maximum entity size is ${MAX_DOCUMENT_BYTES} bytes`);
}

const stringSize = (text: string) => Buffer.byteLength(text) + 1;

const idSize = (id: string) => (numericId(id) === undefined ? stringSize(id) : NUMBER_BYTES);

function nameSize(name: string): number {
  let size = NAME_OVERHEAD;
  for (const id of name.split('/').slice(ROOT_SEGMENTS)) size += idSize(id);
  return size;
}

function mapSize(fields: Fields): number {
  let size = 0;
  for (const [name, value] of fields) size += stringSize(name) + valueSize(value);
  return size;
}

function valueSize(value: Value): number {
  if (typeof value === 'string') return stringSize(value);
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value !== 'object' || value instanceof Timestamp) return NUMBER_BYTES;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Reference) return nameSize(value.name);
  if (isMap(value)) return mapSize(value);
  let size = 0;
  for (const element of value) size += valueSize(element);
  return size;
}
