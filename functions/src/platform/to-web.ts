import { Readable } from 'node:stream';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** What a Response takes, of what Node reads. */
export function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  const web: unknown = Readable.toWeb(stream);
  if (web instanceof NodeReadableStream) return web;
  throw new Error('This is no stream.');
}
