import { Random } from '../random.ts';
import { makePicture, type Picture, type PictureRequest } from './make-picture.ts';

/** Draws every picture, or caches a few variants of each so that benchmarks do not measure drawing. */
export class PictureRenderer {
  #variants: number | null = null;
  readonly #kept = new Map<string, Promise<Picture>>();

  limitVariants(variants: number | null): void {
    this.#variants = variants;
    this.#kept.clear();
  }

  render(request: PictureRequest): Promise<Picture> {
    if (this.#variants === null) return makePicture(request);
    const variant = { ...request, seed: String(new Random(request.seed).integer(1, this.#variants)) };
    const name = JSON.stringify(variant);
    const picture = this.#kept.get(name) ?? makePicture(variant);
    this.#kept.set(name, picture);
    return picture;
  }
}
