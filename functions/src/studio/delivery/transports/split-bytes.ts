import { CHUNK_BYTES } from './transport.ts';

/** The bytes from `start` on. `onProgress`: up to where they were handed on. */
export function* splitBytes(
  bytes: Buffer,
  start: number,
  onProgress: (done: number) => void,
): Generator<Buffer> {
  for (let at = start; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
    onProgress(Math.min(at + CHUNK_BYTES, bytes.length));
  }
}
