import { Readable } from 'node:stream';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** Converts a Node stream to one that a Response accepts. */
export function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  const web: unknown = Readable.toWeb(stream);
  if (web instanceof NodeReadableStream) return web;
  throw new Error('Not a web stream.');
}
