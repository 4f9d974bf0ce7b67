import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readMetadata, writeMetadata } from './image-metadata.ts';

const FILES = 10_000;
const TEXTS = {
  sourceType: 'trainedAlgorithmicMedia',
  title: 'Fox',
  description: 'A fox.',
  keywords: ['fox', 'snow'],
} as const;

/** Mulberry32: the same numbers in every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Changed, removed, doubled or inserted bytes, mostly where the metadata is. */
function mutate(bytes: Buffer, random: (below: number) => number): Buffer {
  let mutated = Buffer.from(bytes);
  for (let count = 1 + random(3); count > 0; count -= 1) {
    const at = random(random(3) === 0 ? mutated.length : Math.min(mutated.length, 1500));
    const length = 1 + random(random(8) === 0 ? 300 : 4);
    const before = mutated.subarray(0, at);
    const piece = mutated.subarray(at, at + length);
    const after = mutated.subarray(at + length);
    const kinds = [
      () => Buffer.from(piece.map(() => random(256))),
      () => Buffer.from(piece.map((byte) => byte ^ (1 << random(8)))),
      () => Buffer.alloc(piece.length, random(2) * 0xff),
      () => Buffer.alloc(0),
      () => Buffer.concat([piece, piece]),
      () => Buffer.concat([Buffer.from(Array.from({ length }, () => random(256))), piece]),
    ];
    // Most damages keep the length, so that the rest of the file can still be found.
    const changed = kinds[random(4) === 0 ? random(6) : random(3)]?.();
    mutated = Buffer.concat([before, changed ?? piece, after]);
  }
  return random(20) === 0 ? mutated.subarray(0, random(mutated.length)) : mutated;
}

/** Undefined if libvips cannot decode it. */
const decode = (bytes: Buffer): Promise<Buffer | undefined> =>
  sharp(bytes, { failOn: 'none', limitInputPixels: 10_000 })
    .raw()
    .toBuffer()
    .catch(() => undefined);

const draw = async (format: 'jpeg' | 'png' | 'webp', lossless: boolean): Promise<Buffer> => {
  const picture = sharp({ create: { width: 24, height: 16, channels: 3, background: '#c52' } });
  const encoded = format === 'webp' ? picture.webp({ lossless }) : picture.toFormat(format);
  const bytes = await encoded.toBuffer();
  return lossless ? bytes : (writeMetadata(bytes, { ...TEXTS, prompt: 'A fox in the snow' }) ?? bytes);
};

it('survives 10,000 damaged files, and changes no pixel', async () => {
  const files = await Promise.all(
    (['jpeg', 'png', 'webp'] as const).flatMap((format) => [draw(format, true), draw(format, false)]),
  );
  const random = makeRandom(20_261_123);
  let written = 0;
  let compared = 0;
  for (let index = 0; index < FILES; index += 1) {
    const damaged = mutate(files[index % files.length] ?? Buffer.alloc(0), random);
    const name = `file ${index}: ${damaged.toString('base64')}`;
    const started = performance.now();
    const found = readMetadata(damaged);
    const result = writeMetadata(damaged, TEXTS);
    expect(performance.now() - started, name).toBeLessThan(5000);
    if (!result) continue;
    written += 1;
    expect(found, name).toBeDefined();
    expect(readMetadata(result)?.title, name).toBe('Fox');
    const pixels = await decode(damaged);
    if (!pixels) continue;
    compared += 1;
    expect((await decode(result))?.equals(pixels), name).toBe(true);
  }
  // Enough of them are not too damaged.
  expect(written).toBeGreaterThan(FILES / 10);
  expect(compared).toBeGreaterThan(FILES / 20);
});
