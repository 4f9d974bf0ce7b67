/** Image transformations: resize, crop, effects, quality and format. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Asset, AssetStore } from './asset-store.ts';
import { BadTransformation } from './cloudinary-errors.ts';
import { applyEffect, effectPattern } from './effects.ts';
import { hashPixels } from './hash-pixels.ts';

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
const automaticQuality = 80;

export interface Delivery {
  bytes: Buffer;
  contentType: string;
}

/** Of originals with equal pixels, as when a test makes many pictures from few drawings. */
const MAX_SHARED = 64;

export class Transformer {
  readonly #store: AssetStore;
  readonly #folder: string;
  /** In progress, by file. */
  readonly #deriving = new Map<string, Promise<Buffer>>();
  /** By pixels and transformation, the oldest first. */
  readonly #shared = new Map<string, Promise<Buffer>>();

  constructor(store: AssetStore, dataFolder: string) {
    this.#store = store;
    this.#folder = join(dataFolder, 'derived');
  }

  /** `extension` is the URL's. */
  async transform(asset: Asset, transformation: string, extension: string): Promise<Delivery> {
    const steps = transformation.split('/').filter((step) => step !== '');
    const asked = steps.flatMap((step) => step.split(',')).find((part) => part.startsWith('f_'));
    const format = asked?.slice('f_'.length) ?? extension;
    const contentType = contentTypes[format];
    if (contentType === undefined) {
      throw new BadTransformation(`Invalid extension in transformation: ${format}`);
    }
    if (steps.length === 0 && format === asset.format) {
      return { bytes: await this.#store.read(asset), contentType };
    }
    const name = createHash('sha1').update(`${transformation}.${format}`).digest('hex').slice(0, 16);
    const file = join(this.#folder, asset.file, name);
    const deriving = this.#deriving.get(file) ?? this.#deriveOnce(asset, steps, format, file);
    return { bytes: await deriving, contentType };
  }

  /** Requests at the same time share the work, as at the service. */
  #deriveOnce(asset: Asset, steps: readonly string[], format: string, file: string): Promise<Buffer> {
    const deriving = (async () => {
      const kept = await readFile(file).catch(() => undefined);
      if (kept) return kept;
      const bytes = await this.#deriveShared(asset, steps, format);
      await mkdir(dirname(file), { recursive: true });
      const draft = `${file}.${crypto.randomUUID()}`;
      await writeFile(draft, bytes);
      await rename(draft, file);
      return bytes;
    })().finally(() => this.#deriving.delete(file));
    this.#deriving.set(file, deriving);
    return deriving;
  }

  async #deriveShared(asset: Asset, steps: readonly string[], format: string): Promise<Buffer> {
    const original = await this.#store.read(asset);
    return keep(this.#shared, `${hashPixels(original)} ${steps.join('/')}.${format}`, () =>
      derive(original, steps, format),
    );
  }

  /** Waits for derived files that are being written: a folder that gets another file meanwhile cannot be removed. */
  async forget({ file }: Pick<Asset, 'file'>): Promise<void> {
    const folder = join(this.#folder, file);
    const writing = [...this.#deriving].filter(([path]) => dirname(path) === folder);
    await Promise.allSettled(writing.map(([, deriving]) => deriving));
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes what is not there yet. The oldest goes when there are too many. */
function keep<T>(results: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const result = results.get(name) ?? make();
  results.set(name, result);
  result.catch(() => results.delete(name));
  const [oldest] = results.keys();
  if (results.size > MAX_SHARED && oldest !== undefined) results.delete(oldest);
  return result;
}

async function derive(original: Buffer, steps: readonly string[], format: string): Promise<Buffer> {
  let image = sharp(original);
  let quality = automaticQuality;
  for (const [index, step] of steps.entries()) {
    const parts = new Map(step.split(',').map((part) => readPart(part)));
    // sharp applies only the last resize of a pipeline, so each step starts from the finished one before.
    if (index > 0) image = await renderPixels(image);
    const effect = parts.get('e');
    image =
      effect === undefined
        ? resize(image, parts)
        : await applyEffect(image, effect, readScaledWidth(steps[index + 1]));
    const asked = Number(parts.get('q'));
    if (Number.isInteger(asked)) quality = asked;
  }
  switch (format) {
    case 'jpg':
      return image.flatten({ background: 'white' }).jpeg({ quality }).toBuffer();
    case 'png':
      return image.png().toBuffer();
    default:
      return image.webp({ quality, effort: 2 }).toBuffer();
  }
}

/** An enlarged picture that is scaled down at once need not be drawn: its 17 megapixels would take half a second. */
function readScaledWidth(step = ''): number | undefined {
  const width = /^c_scale,w_(\d+)$/.exec(step)?.[1];
  return width === undefined ? undefined : Number(width);
}

async function renderPixels(image: Sharp): Promise<Sharp> {
  const { data, info } = await image
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

const values: Record<string, RegExp> = {
  c: /^(limit|scale)$/,
  w: /^\d{1,5}$/,
  h: /^\d{1,5}$/,
  q: /^(auto|\d{1,3})$/,
  f: /^webp$/,
  e: effectPattern,
};

function readPart(part: string): [string, string] {
  const [, name = '', value = ''] = /^([a-z]+)_(.+)$/.exec(part) ?? [];
  if (!values[name]?.test(value)) throw new BadTransformation(`Invalid transformation component - ${part}`);
  return [name, value];
}

function resize(image: Sharp, parts: ReadonlyMap<string, string>): Sharp {
  const [mode, width, height] = [parts.get('c'), parts.get('w'), parts.get('h')];
  if (mode === 'limit' && width !== undefined && height !== undefined) {
    const size = { width: Number(width), height: Number(height) };
    return image.resize({ ...size, fit: 'inside', withoutEnlargement: true });
  }
  if (mode === 'scale' && width !== undefined && height === undefined) return image.resize(Number(width));
  if (mode === undefined && width === undefined && height === undefined) return image;
  throw new BadTransformation('The sandbox resizes by c_limit with both edges, and c_scale with the width');
}
