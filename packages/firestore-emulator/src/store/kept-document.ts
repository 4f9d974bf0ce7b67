import protobuf from 'protobufjs';
import type { Fields } from '@portal/firebase-rules/firestore-values';
import type { Micros, StoredDocument } from '../model.ts';
import { decodeDocument, encodeDocument, microsToTimestamp, type EncodedDocument } from '../values/codec.ts';

/** A document as the store keeps it: decoded, encoded or both, whichever was asked for. */
export class KeptDocument implements StoredDocument, EncodedDocument {
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
    // protobufjs reads strings out of a Buffer several times faster than out of a plain array.
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

export const keepDocument = (document: StoredDocument): KeptDocument =>
  document instanceof KeptDocument
    ? document
    : new KeptDocument(document.name, document.fields, document.createTime, document.updateTime);
