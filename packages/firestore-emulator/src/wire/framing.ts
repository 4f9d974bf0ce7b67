/** gRPC's length-prefixed messages: a flag byte, four bytes of length, the message. */
import { gunzipSync, inflateSync } from 'node:zlib';
import { invalidArgument, StatusError } from '../status.ts';

const PREFIX = 5;
/** Firestore's maximum request size. */
const MAX_MESSAGE_BYTES = 11_534_336;

export function frameMessage(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX);
  return frame;
}

const tooLarge = () => invalidArgument(`Request payload size exceeds the limit: ${MAX_MESSAGE_BYTES} bytes.`);

/** Splits incoming bytes into messages. */
export class FrameReader {
  readonly #encoding: string;
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = PREFIX;

  /** `encoding` is the grpc-encoding header. */
  constructor(encoding: string | undefined) {
    this.#encoding = encoding ?? 'identity';
  }

  /** Returns the messages that `chunk` completes. Throws a StatusError for an invalid frame. */
  read(chunk: Buffer): Uint8Array[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: Uint8Array[] = [];
    for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) {
      messages.push(this.#decompress(frame.subarray(PREFIX), frame[0] === 1));
    }
    return messages;
  }

  /** Returns the next complete frame. Joins chunks only when there are enough bytes. */
  #takeFrame(): Buffer | undefined {
    if (this.#length < this.#wanted) return undefined;
    const bytes = Buffer.concat(this.#chunks, this.#length);
    const end = PREFIX + readLength(bytes);
    const isWhole = bytes.length >= end;
    const rest = isWhole ? bytes.subarray(end) : bytes;
    this.#chunks = [rest];
    this.#length = rest.length;
    this.#wanted = isWhole ? PREFIX : end;
    return isWhole ? bytes.subarray(0, end) : undefined;
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
