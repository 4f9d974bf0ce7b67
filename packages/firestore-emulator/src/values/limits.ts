/** Checks and rounds values before they are stored. */
import { Reference, Timestamp, type Fields, type Value, isMap } from '../firestore-values.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { checkDocumentName } from './resource-name.ts';

const MAX_DEPTH = 20;
const MAX_FIELD_PATH_BYTES = 1500;
const MAX_VALUE_BYTES = 1_048_487;
const MIN_SECONDS = -62_135_596_800;
const MAX_SECONDS = 253_402_300_799;

/** The place of a value in its document. */
interface Place {
  readonly property: string;
  /** The number of maps and arrays around it. */
  readonly depth: number;
  readonly inArray: boolean;
  readonly pathBytes: number;
}

/** Returns the fields as they will be stored. Throws INVALID_ARGUMENT if they cannot be stored. */
export function checkFields(fields: Fields): Fields {
  let checked = fields;
  for (const [name, value] of fields) {
    checkTopLevelName(name);
    const stored = checkValue(name, value);
    if (stored !== value) checked = new Map(checked).set(name, stored);
  }
  return checked;
}

/** Returns the value as it will be stored. */
export const checkValue = (property: string, value: Value): Value =>
  check(value, { property, depth: 0, inArray: false, pathBytes: Buffer.byteLength(property) });

export const isReservedName = (name: string): boolean =>
  name.startsWith('__') && name.endsWith('__') && name.length > 4;

function checkTopLevelName(name: string): void {
  if (name === '') throw invalidArgument('The property.name is the empty string.');
  if (isReservedName(name)) throw invalidArgument(`field name ${name} is reserved`);
  if (isLonger(name, MAX_FIELD_PATH_BYTES)) {
    throw invalidArgument(`The property.name is longer than ${MAX_FIELD_PATH_BYTES} bytes.`);
  }
}

const isLonger = (text: string, bytes: number) => text.length * 3 > bytes && Buffer.byteLength(text) > bytes;

const invalidNested = (property: string) =>
  invalidArgument(`Property ${property} contains an invalid nested entity.`);

function check(value: Value, place: Place): Value {
  if (typeof value === 'string') {
    if (isLonger(value, MAX_VALUE_BYTES)) throw tooLong(place);
    return value;
  }
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Timestamp) return checkTimestamp(value);
  if (value instanceof Uint8Array) {
    if (value.length > MAX_VALUE_BYTES) throw tooLong(place);
    return value;
  }
  if (value instanceof Reference) return checkReference(value);
  const inner = { ...place, depth: place.depth + 1 };
  if (inner.depth > MAX_DEPTH) throw invalidNested(place.property);
  if (isMap(value)) return checkMap(value, inner);
  return checkArray(value, inner);
}

const tooLong = ({ property, depth, inArray }: Place) =>
  depth > Number(inArray)
    ? invalidNested(property)
    : invalidArgument(`The value of property "${property}" is longer than ${MAX_VALUE_BYTES} bytes.`);

/** Firestore keeps microseconds. */
function checkTimestamp(value: Timestamp): Timestamp {
  if (value.seconds < MIN_SECONDS || value.seconds > MAX_SECONDS) {
    throw invalidArgument('Timestamp seconds exceeds limit for field.');
  }
  if (value.nanos < 0 || value.nanos > 999_999_999)
    throw invalidArgument('Timestamp nanos exceeds limit for field.');
  return value.nanos % 1000 === 0 ? value : new Timestamp(value.seconds, value.nanos - (value.nanos % 1000));
}

function checkReference(value: Reference): Reference {
  if (/^projects\/[^/]+\/databases\/[^/]+$/.test(value.name)) {
    throw invalidArgument('Non-document resource reference value not supported.');
  }
  checkDocumentName(value.name, 'Resource name');
  return value;
}

function checkArray(values: readonly Value[], place: Place): Value {
  if (place.inArray) throw invalidArgument('Cannot convert an array value in an array value.');
  const inner = { ...place, inArray: true };
  const stored = values.map((value) => check(value, inner));
  return stored.some((value, index) => value !== values[index]) ? stored : values;
}

function checkMap(map: Fields, place: Place): Value {
  if (map.has('__type__')) throw unimplemented('A vector');
  let checked = map;
  for (const [name, value] of map) {
    const pathBytes = place.pathBytes + 1 + Buffer.byteLength(name);
    if (name === '' || pathBytes > MAX_FIELD_PATH_BYTES) throw invalidNested(place.property);
    if (isReservedName(name)) throw invalidArgument(`field name '${name}' is reserved.`);
    const stored = check(value, { property: place.property, depth: place.depth, inArray: false, pathBytes });
    if (stored !== value) checked = new Map(checked).set(name, stored);
  }
  return checked;
}
