/** Converts messages to and from protobuf's JSON form. */
import protobuf from 'protobufjs';
import { Timestamp, type Value } from '../values/firestore-values.ts';
import type { StoredDocument } from '../model.ts';
import { microsToTimestamp, type DocumentMessage } from '../values/codec.ts';
import {
  invalidPayload,
  parseBytes,
  parseDouble,
  parseFields,
  parseInteger,
  parseString,
  parseTimestamp,
  parseValue,
  printDouble,
  printFields,
  printTimestamp,
  printValue,
  toJsonObject,
  type Json,
  type JsonObject,
} from '../values/firestore-json.ts';

const toCamelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the message as its codec would decode it. */
export function parseMessage(type: protobuf.Type, json: Json): object {
  const message: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(toJsonObject(json))) {
    const field = type.fields[toCamelCase(name)];
    if (!field) throw invalidPayload();
    if (content === null && field.resolvedType?.name !== 'Value') continue;
    message[field.name] = parseField(field.resolve(), content);
  }
  // create() would drop null, which is a valid Value.
  return Object.assign(type.create(), message);
}

function parseField(field: protobuf.Field, json: Json): unknown {
  if (field.map) {
    return Object.fromEntries(
      Object.entries(toJsonObject(json)).map(([key, each]) => [key, parseSingle(field, each)]),
    );
  }
  if (!field.repeated) return parseSingle(field, json);
  // A query string may contain a repeated field just once.
  return (Array.isArray(json) ? json : [json]).map((each) => parseSingle(field, each));
}

function parseSingle({ resolvedType, type }: protobuf.Field, json: Json): unknown {
  if (resolvedType instanceof protobuf.Enum) return parseEnum(resolvedType, json);
  if (resolvedType) return parseKnown(resolvedType, json);
  switch (type) {
    case 'string':
      return parseString(json);
    case 'bytes':
      return parseBytes(json);
    case 'bool':
      return json === true || json === 'true';
    case 'double':
      return parseDouble(json);
    default:
      return Number(parseInteger(json));
  }
}

function parseEnum(type: protobuf.Enum, json: Json): number {
  const number = typeof json === 'number' ? json : type.values[parseString(json)];
  if (number === undefined) throw invalidPayload();
  return number;
}

function parseKnown(type: protobuf.Type, json: Json): unknown {
  switch (type.fullName) {
    case '.google.firestore.v1.Value':
      return parseValue(json);
    case '.google.firestore.v1.Document':
      return parseDocument(toJsonObject(json));
    case '.google.protobuf.Timestamp':
      return parseTimestamp(json);
    case '.google.protobuf.Int32Value':
    case '.google.protobuf.Int64Value':
      return { value: Number(parseInteger(json)) };
    default:
      return parseMessage(type, json);
  }
}

const parseDocument = ({ name = '', fields = {} }: JsonObject): DocumentMessage => ({
  name: parseString(name),
  fields: parseFields(fields),
});

/** Omits fields that are unset or have their default. */
export function printMessage(type: protobuf.Type, message: object): JsonObject {
  if (type.fullName === '.google.firestore.v1.Document') return printDocument(message);
  const json: JsonObject = {};
  for (const field of type.fieldsArray) {
    const content: unknown = Reflect.get(message, field.name);
    if (!Object.hasOwn(message, field.name) || content === undefined) continue;
    const printed = printField(field.resolve(), content);
    if (printed !== undefined) json[field.name] = printed;
  }
  return json;
}

function printField(field: protobuf.Field, content: unknown): Json | undefined {
  if (field.map) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a map field is an object
    const entries = Object.entries(content as Record<string, unknown>);
    return Object.fromEntries(entries.map(([key, each]) => [key, printSingle(field, each)]));
  }
  if (!field.repeated) {
    const isDefault =
      field.partOf === null && !field.resolvedType && (content === '' || content === 0 || content === false);
    return isDefault || (content === null && field.resolvedType?.name !== 'Value')
      ? undefined
      : printSingle(field, content);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a repeated field is a list
  const list = content as readonly unknown[];
  return list.length > 0 ? list.map((each) => printSingle(field, each)) : undefined;
}

function printSingle({ resolvedType }: protobuf.Field, content: unknown): Json {
  if (resolvedType instanceof protobuf.Enum)
    return resolvedType.valuesById[Number(content)] ?? Number(content);
  if (!resolvedType) return printScalar(content);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what carries a Value has one
  if (resolvedType.fullName === '.google.firestore.v1.Value') return printValue(content as Value);
  if (content instanceof Timestamp) return printTimestamp(content);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left are messages
  return printMessage(resolvedType, content as object);
}

function printScalar(content: unknown): Json {
  if (content instanceof Uint8Array) return Buffer.from(content).toString('base64');
  if (typeof content === 'number') return printDouble(content);
  return typeof content === 'boolean' ? content : String(content);
}

function printDocument(message: object): JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these two are ever put there
  const document = message as StoredDocument | DocumentMessage;
  const { name, fields, createTime, updateTime } = document;
  return {
    name,
    ...(fields.size > 0 && { fields: printFields(fields) }),
    ...(createTime !== undefined && { createTime: printTime(createTime) }),
    ...(updateTime !== undefined && { updateTime: printTime(updateTime) }),
  };
}

const printTime = (time: number | Timestamp) =>
  printTimestamp(time instanceof Timestamp ? time : microsToTimestamp(time));
