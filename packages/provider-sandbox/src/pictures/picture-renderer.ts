import { Random } from '../random.ts';
import { makePicture, type PictureRequest } from './make-picture.ts';

/** Draws every picture, or caches a few variants of each, or of all, so that benchmarks and long tests do not measure drawing. */
export class PictureRenderer {
  #variants: number | null = null;
  #sharesPrompts = false;
  readonly #cache = new Map<string, Promise<Buffer>>();

  /** `sharesPrompts`: all prompts get the same variants. */
  limitVariants(variants: number | null, sharesPrompts = false): void {
    this.#variants = variants;
    this.#sharesPrompts = sharesPrompts;
    this.#cache.clear();
  }

  render(request: PictureRequest): Promise<Buffer> {
    if (this.#variants === null) return makePicture(request);
    const seed = String(new Random(request.seed).integer(1, this.#variants));
    const variant = { ...request, seed, ...(this.#sharesPrompts && { prompt: '' }) };
    const name = JSON.stringify(variant);
    const picture = this.#cache.get(name) ?? makePicture(variant);
    this.#cache.set(name, picture);
    return picture;
  }
}
