import { randomUUID } from 'node:crypto';
import { bytesAnswer, textAnswer, type Answer } from '../http/answer.ts';

const keepForMs = 60 * 60 * 1_000;
const path = '/pictures/';

/** Images that are answered by address, for an hour. */
export class PictureStore {
  readonly #pictures = new Map<string, { bytes: Buffer; type: string; until: number }>();
  /** Known when the server listens. */
  baseUrl = '';

  keep(bytes: Buffer, type: string): string {
    for (const [id, { until }] of this.#pictures) if (until < Date.now()) this.#pictures.delete(id);
    const id = randomUUID();
    this.#pictures.set(id, { bytes, type, until: Date.now() + keepForMs });
    return `${this.baseUrl}${path}${id}`;
  }

  serve(pathname: string): Answer | undefined {
    if (!pathname.startsWith(path)) return undefined;
    const picture = this.#pictures.get(pathname.slice(path.length));
    if (!picture || picture.until < Date.now()) return textAnswer(404, 'Not found');
    return bytesAnswer(picture.bytes, picture.type);
  }
}
