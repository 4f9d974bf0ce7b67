/** The google.firestore.v1 messages, from the definitions in @google-cloud/firestore. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import protobuf from 'protobufjs';
import type { Timestamp, Value } from '../firestore-values.ts';
import {
  decodeDocument,
  decodeTimestamp,
  decodeValue,
  encodeDocument,
  encodeTimestamp,
  encodeValue,
  type DocumentMessage,
} from '../values/codec.ts';

const clientRoot = dirname(createRequire(import.meta.url).resolve('@google-cloud/firestore/package.json'));
const definitions: protobuf.INamespace = JSON.parse(
  readFileSync(join(clientRoot, 'build/protos/v1.json'), 'utf8'),
);
const root = protobuf.Root.fromJSON(definitions);
root.resolveAll();

/** Makes all messages use our own representation of `typeName`. */
function replaceCodec<T>(
  typeName: string,
  decode: (reader: protobuf.Reader, length: number) => T,
  encode: (value: T, writer: protobuf.Writer) => protobuf.Writer,
): void {
  // protobufjs types these two with Message instances, but its generated code only passes the values on.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const type = root.lookupType(typeName) as unknown as {
    decode: (reader: protobuf.Reader, length: number) => T;
    encode: (value: T, writer: protobuf.Writer) => protobuf.Writer;
  };
  type.decode = decode;
  type.encode = encode;
}

replaceCodec<Value>('google.firestore.v1.Value', decodeValue, encodeValue);
replaceCodec<DocumentMessage>('google.firestore.v1.Document', decodeDocument, encodeDocument);
replaceCodec<Timestamp>('google.protobuf.Timestamp', decodeTimestamp, encodeTimestamp);

/** `name` is relative to google.firestore.v1, or full. */
const lookupType = (name: string): protobuf.Type =>
  root.lookupType(name.includes('.') ? name : `google.firestore.v1.${name}`);

export interface MessageCodec<Message> {
  decode(bytes: Uint8Array): Message;
  encode(message: Message): Uint8Array;
}

/** Enums arrive as numbers, int64 as Long. */
export function messageCodec<Message extends object>(name: string): MessageCodec<Message> {
  const type = lookupType(name);
  return {
    // A decoded message has the shape of its definition, which messages.ts declares.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    decode: (bytes) => type.decode(bytes) as unknown as Message,
    encode: (message) => type.encode(message, protobuf.Writer.create()).finish(),
  };
}
