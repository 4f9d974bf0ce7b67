/** gRPC's length-prefixed messages: a flag byte, four bytes of length, the message. */
import { gunzipSync, inflateSync } from 'node:zlib';
import { invalidArgument, StatusError } from '../status.ts';

const PREFIX = 5;
/** As much as Firestore takes in one request. */
const MAX_MESSAGE_BYTES = 11_534_336;

export function frameMessage(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX);
  return frame;
}

const tooLarge = () => invalidArgument(`Request payload size exceeds the limit: ${MAX_MESSAGE_BYTES} bytes.`);

/** Cuts what arrives into messages. */
export class FrameReader {
  readonly #encoding: string;
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = PREFIX;

  /** `encoding` is the grpc-encoding header. */
  constructor(encoding: string | undefined) {
    this.#encoding = encoding ?? 'identity';
  }

  /** The messages that `chunk` completes. Throws a StatusError for what is not a gRPC message. */
  read(chunk: Buffer): Uint8Array[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: Uint8Array[] = [];
    while (this.#length >= this.#wanted) {
      const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
      if (this.#wanted === PREFIX) this.#wanted += readLength(bytes);
      const rest = this.#length >= this.#wanted ? bytes.subarray(this.#wanted) : bytes;
      if (rest !== bytes) {
        messages.push(this.#decompress(bytes.subarray(PREFIX, this.#wanted), bytes[0] === 1));
        this.#wanted = PREFIX;
      }
      chunk = rest;
      this.#chunks = rest.length > 0 ? [rest] : [];
      this.#length = rest.length;
    }
    return messages;
  }

  get isMidMessage(): boolean {
    return this.#length > 0;
  }

  #decompress(message: Buffer, compressed: boolean): Uint8Array {
    if (!compressed) return message;
    const decompress = { gzip: gunzipSync, deflate: inflateSync }[this.#encoding];
    if (!decompress)
      throw new StatusError('INTERNAL', 'A message is compressed, but no compression was agreed.');
    try {
      return decompress(message, { maxOutputLength: MAX_MESSAGE_BYTES });
    } catch (cause) {
      if (cause instanceof RangeError) throw tooLarge();
      throw invalidArgument('The compressed message cannot be read.');
    }
  }
}

function readLength(prefix: Buffer): number {
  if (prefix.readUInt8(0) > 1)
    throw new StatusError('INTERNAL', 'The gRPC frame is malformed: reserved bits are set.');
  const length = prefix.readUInt32BE(1);
  if (length > MAX_MESSAGE_BYTES) throw tooLarge();
  return length;
}
