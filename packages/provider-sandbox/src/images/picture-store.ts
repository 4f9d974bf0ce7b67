import { randomUUID } from 'node:crypto';
import { bytesReply, textReply, type Reply } from '../http/reply.ts';

const LIFETIME_MS = 60 * 60 * 1_000;
const path = '/pictures/';

/** Keeps images that were returned as URLs, for an hour. */
export class PictureStore {
  readonly #pictures = new Map<string, { bytes: Buffer; type: string; until: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Set once the server listens. */
  baseUrl = '';

  keep(bytes: Buffer, type: string): string {
    for (const [id, { until }] of this.#pictures) if (until < this.#now()) this.#pictures.delete(id);
    const id = randomUUID();
    this.#pictures.set(id, { bytes, type, until: this.#now() + LIFETIME_MS });
    return `${this.baseUrl}${path}${id}`;
  }

  serve(pathname: string): Reply | undefined {
    if (!pathname.startsWith(path)) return undefined;
    const picture = this.#pictures.get(pathname.slice(path.length));
    if (!picture || picture.until < this.#now()) return textReply(404, 'Not found');
    return bytesReply(picture.bytes, picture.type);
  }
}
