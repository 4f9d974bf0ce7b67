import protobuf from 'protobufjs';
import type { Fields } from '../firestore-values.ts';
import type { Micros, StoredDocument } from '../model.ts';
import { decodeDocument, encodeDocument, microsToTimestamp, type EncodedDocument } from '../values/codec.ts';

/** A stored document, which is encoded and decoded on demand. */
export class LazyDocument implements StoredDocument, EncodedDocument {
  readonly name: string;
  readonly createTime: Micros;
  readonly updateTime: Micros;
  #fields: Fields | undefined;
  #bytes: Uint8Array | undefined;

  constructor(name: string, content: Fields | Uint8Array, createTime: Micros, updateTime: Micros) {
    this.name = name;
    this.createTime = createTime;
    this.updateTime = updateTime;
    if (content instanceof Uint8Array) this.#bytes = content;
    else this.#fields = content;
  }

  get fields(): Fields {
    this.#fields ??= this.#decode();
    return this.#fields;
  }

  #decode(): Fields {
    const { buffer, byteOffset, length } = this.encoded();
    // protobufjs reads strings from a Buffer several times faster than from a Uint8Array.
    return decodeDocument(protobuf.Reader.create(Buffer.from(buffer, byteOffset, length)), length).fields;
  }

  /** The Document message. */
  encoded(): Uint8Array {
    this.#bytes ??= encodeDocument(
      {
        name: this.name,
        fields: this.fields,
        createTime: microsToTimestamp(this.createTime),
        updateTime: microsToTimestamp(this.updateTime),
      },
      protobuf.Writer.create(),
    ).finish();
    return this.#bytes;
  }
}

export const toLazyDocument = (document: StoredDocument): LazyDocument =>
  document instanceof LazyDocument
    ? document
    : new LazyDocument(document.name, document.fields, document.createTime, document.updateTime);
