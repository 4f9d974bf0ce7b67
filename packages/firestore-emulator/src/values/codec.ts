/**
 * Converts Firestore's Value and Document messages to and from plain JavaScript values. Not by protobufjs, because values are
 * most of every message and all other code uses plain values.
 */
import Long from 'long';
import protobuf from 'protobufjs';
import { Reference, Timestamp, type Fields, type Value, isMap } from '../firestore-values.ts';
import type { Micros } from '../model.ts';
import { invalidArgument, unimplemented } from '../status.ts';

type Reader = protobuf.Reader;
type Writer = protobuf.Writer;

/** Field numbers of google.firestore.v1.Value. */
const VALUE = {
  boolean: 1,
  integer: 2,
  double: 3,
  reference: 5,
  map: 6,
  geoPoint: 8,
  array: 9,
  timestamp: 10,
  null: 11,
  string: 17,
  bytes: 18,
} as const;

const MAX_READ_DEPTH = 100;
const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const tag = (field: number, wireType: number) => ((field << 3) | wireType) >>> 0;

/** How protobufjs represents an int64. */
interface Int64 {
  readonly high: number;
  readonly low: number;
}

const toBigInt = ({ high, low }: Int64) =>
  high === low >> 31 ? BigInt(low) : (BigInt(high) << 32n) | BigInt(low >>> 0);
const toNumber = ({ high, low }: Int64) => high * 0x1_0000_0000 + (low >>> 0);
const toLong = (value: bigint) =>
  Long.fromBits(Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));

export function decodeValue(reader: Reader, length: number, depth = 0): Value {
  if (depth > MAX_READ_DEPTH) throw invalidArgument('Nested values are too deep.');
  const end = reader.pos + length;
  let value: Value | undefined;
  while (reader.pos < end) {
    const key = reader.uint32();
    switch (key >>> 3) {
      case VALUE.boolean:
        value = reader.bool();
        break;
      case VALUE.integer:
        value = toBigInt(reader.int64());
        break;
      case VALUE.double:
        value = reader.double();
        break;
      case VALUE.reference:
        value = new Reference(reader.string());
        break;
      case VALUE.map:
        value = decodeFields(reader, reader.uint32(), depth + 1);
        break;
      case VALUE.geoPoint:
        throw unimplemented('A geo point');
      case VALUE.array:
        value = decodeArray(reader, reader.uint32(), depth + 1);
        break;
      case VALUE.timestamp:
        value = decodeTimestamp(reader, reader.uint32());
        break;
      case VALUE.null:
        reader.int32();
        value = null;
        break;
      case VALUE.string:
        value = reader.string();
        break;
      case VALUE.bytes:
        value = Uint8Array.from(reader.bytes());
        break;
      default:
        reader.skipType(key & 7);
    }
  }
  if (value === undefined) throw invalidArgument('A value has no type set.');
  return value;
}

/** A message whose field 1 is `map<string, Value>`: MapValue. */
function decodeFields(reader: Reader, length: number, depth = 0): Map<string, Value> {
  const end = reader.pos + length;
  const fields = new Map<string, Value>();
  while (reader.pos < end) {
    const key = reader.uint32();
    if (key >>> 3 === 1) decodeEntry(reader, reader.uint32(), fields, depth);
    else reader.skipType(key & 7);
  }
  return fields;
}

function decodeEntry(reader: Reader, length: number, into: Map<string, Value>, depth: number): void {
  const end = reader.pos + length;
  let name = '';
  let value: Value | undefined;
  while (reader.pos < end) {
    const key = reader.uint32();
    if (key >>> 3 === 1) name = reader.string();
    else if (key >>> 3 === 2) value = decodeValue(reader, reader.uint32(), depth);
    else reader.skipType(key & 7);
  }
  if (value === undefined) throw invalidArgument(`The field "${name}" has no value.`);
  into.set(name, value);
}

function decodeArray(reader: Reader, length: number, depth: number): Value[] {
  const end = reader.pos + length;
  const values: Value[] = [];
  while (reader.pos < end) {
    const key = reader.uint32();
    if (key >>> 3 === 1) values.push(decodeValue(reader, reader.uint32(), depth));
    else reader.skipType(key & 7);
  }
  return values;
}

export function decodeTimestamp(reader: Reader, length: number): Timestamp {
  const end = reader.pos + length;
  let seconds = 0;
  let nanos = 0;
  while (reader.pos < end) {
    const key = reader.uint32();
    if (key >>> 3 === 1) seconds = toNumber(reader.int64());
    else if (key >>> 3 === 2) nanos = reader.int32();
    else reader.skipType(key & 7);
  }
  return new Timestamp(seconds, nanos);
}

/** Writes the fields of a Value. The caller has opened the message. */
export function encodeValue(value: Value, writer: Writer): Writer {
  if (value === null) return writer.uint32(tag(VALUE.null, VARINT)).int32(0);
  switch (typeof value) {
    case 'boolean':
      return writer.uint32(tag(VALUE.boolean, VARINT)).bool(value);
    case 'bigint':
      return writer.uint32(tag(VALUE.integer, VARINT)).int64(toLong(value));
    case 'number':
      return writer.uint32(tag(VALUE.double, FIXED64)).double(value);
    case 'string':
      return writer.uint32(tag(VALUE.string, DELIMITED)).string(value);
    default:
      return encodeObject(value, writer);
  }
}

function encodeObject(
  value: Exclude<Value, null | boolean | bigint | number | string>,
  writer: Writer,
): Writer {
  if (value instanceof Timestamp) {
    return encodeTimestamp(value, writer.uint32(tag(VALUE.timestamp, DELIMITED)).fork()).ldelim();
  }
  if (value instanceof Uint8Array) return writer.uint32(tag(VALUE.bytes, DELIMITED)).bytes(value);
  if (value instanceof Reference) return writer.uint32(tag(VALUE.reference, DELIMITED)).string(value.name);
  if (isMap(value)) return encodeFields(value, writer.uint32(tag(VALUE.map, DELIMITED)).fork(), 1).ldelim();
  writer.uint32(tag(VALUE.array, DELIMITED)).fork();
  for (const element of value) encodeValue(element, writer.uint32(tag(1, DELIMITED)).fork()).ldelim();
  return writer.ldelim();
}

export function encodeTimestamp(value: Timestamp, writer: Writer): Writer {
  if (value.seconds !== 0) writer.uint32(tag(1, VARINT)).int64(value.seconds);
  if (value.nanos !== 0) writer.uint32(tag(2, VARINT)).int32(value.nanos);
  return writer;
}

/** Writes `map<string, Value>` as the given field: 1 in MapValue, 2 in Document. */
function encodeFields(fields: Fields, writer: Writer, field: number): Writer {
  for (const [name, value] of fields) {
    writer.uint32(tag(field, DELIMITED)).fork().uint32(tag(1, DELIMITED)).string(name);
    encodeValue(value, writer.uint32(tag(2, DELIMITED)).fork()).ldelim();
    writer.ldelim();
  }
  return writer;
}

/** The content of a Document message. Clients do not send the times. */
export interface DocumentMessage {
  name: string;
  fields: Fields;
  createTime?: Timestamp | undefined;
  updateTime?: Timestamp | undefined;
}

export function decodeDocument(reader: Reader, length: number): DocumentMessage {
  const end = reader.pos + length;
  const fields = new Map<string, Value>();
  const document: DocumentMessage = { name: '', fields };
  while (reader.pos < end) {
    const key = reader.uint32();
    switch (key >>> 3) {
      case 1:
        document.name = reader.string();
        break;
      case 2:
        decodeEntry(reader, reader.uint32(), fields, 0);
        break;
      case 3:
        document.createTime = decodeTimestamp(reader, reader.uint32());
        break;
      case 4:
        document.updateTime = decodeTimestamp(reader, reader.uint32());
        break;
      default:
        reader.skipType(key & 7);
    }
  }
  return document;
}

/** A document that is already encoded. */
export interface EncodedDocument {
  encoded(): Uint8Array;
}

export function encodeDocument(document: DocumentMessage | EncodedDocument, writer: Writer): Writer {
  if ('encoded' in document) return appendRaw(document.encoded(), writer);
  writer.uint32(tag(1, DELIMITED)).string(document.name);
  encodeFields(document.fields, writer, 2);
  if (document.createTime)
    encodeTimestamp(document.createTime, writer.uint32(tag(3, DELIMITED)).fork()).ldelim();
  if (document.updateTime)
    encodeTimestamp(document.updateTime, writer.uint32(tag(4, DELIMITED)).fork()).ldelim();
  return writer;
}

interface RawWriter {
  _push(
    write: (bytes: Uint8Array, buffer: Uint8Array, position: number) => void,
    length: number,
    bytes: Uint8Array,
  ): Writer;
}

function appendRaw(bytes: Uint8Array, writer: Writer): Writer {
  // protobufjs has no public method to write bytes without a length; its own methods use this one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const raw = writer as unknown as RawWriter;
  // oxlint-disable-next-line eslint/no-underscore-dangle
  return raw._push((from, buffer, position) => buffer.set(from, position), bytes.length, bytes);
}

export const microsToTimestamp = (micros: Micros): Timestamp => {
  const seconds = Math.floor(micros / 1_000_000);
  return new Timestamp(seconds, (micros - seconds * 1_000_000) * 1000);
};

export const timestampToMicros = (timestamp: Timestamp): Micros =>
  timestamp.seconds * 1_000_000 + Math.floor(timestamp.nanos / 1000);
