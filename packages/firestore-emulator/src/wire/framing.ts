/** gRPC's length-prefixed messages: a flag byte, four bytes of length, the message. */
import { invalidArgument, StatusError, unimplemented } from '../status.ts';

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

/** Splits incoming bytes into messages. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = PREFIX;

  /** Returns the messages that `chunk` completes. Throws a StatusError for an invalid frame. */
  read(chunk: Buffer): Uint8Array[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: Uint8Array[] = [];
    for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) {
      messages.push(frame.subarray(PREFIX));
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
}

function readLength(prefix: Buffer): number {
  const flags = prefix.readUInt8(0);
  if (flags === 1) throw unimplemented('A compressed message');
  if (flags > 1) throw new StatusError('INTERNAL', 'The gRPC frame is malformed: reserved bits are set.');
  const length = prefix.readUInt32BE(1);
  if (length > MAX_MESSAGE_BYTES) {
    throw invalidArgument(`Request payload size exceeds the limit: ${MAX_MESSAGE_BYTES} bytes.`);
  }
  return length;
}
