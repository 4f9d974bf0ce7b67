import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeMediaService } from '../../pictures/media/media-service.ts';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { upscaleAtCloudinary } from './cloudinary-engine.ts';

const sandbox = await startSandbox();
const media = makeMediaService(() => sandbox.cloudinary);
const folder = 'portal/upscale/b1';
const publicId = `${folder}/001`;

beforeEach(async () => {
  await media.deletePrefix(folder);
  await sandbox.clear();
});

async function createOriginal(format: 'png' | 'jpeg' | 'webp' = 'png', width = 96, height = 64) {
  const bytes = await createPicture(format, width, height);
  return { bytes, contentType: `image/${format}` as const, width, height };
}

const upscale = async (
  options: { scale: 2 | 4; enhance: boolean } = { scale: 2, enhance: false },
  original?: Awaited<ReturnType<typeof createOriginal>>,
  signal = new AbortController().signal,
) => upscaleAtCloudinary(media, original ?? (await createOriginal()), publicId, options, signal);

async function failOnce(operation: 'upload' | 'delivery', fault: unknown): Promise<void> {
  const answer = await fetch(new URL('/control/faults', sandbox.cloudinary.apiUrl), {
    method: 'POST',
    body: JSON.stringify([{ provider: 'cloudinary', fault, match: { operation }, times: 1 }]),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

describe('upscaling at Cloudinary', () => {
  it.each([
    ['png', 2, false],
    ['png', 4, true],
    ['jpeg', 2, true],
    ['webp', 4, false],
  ] as const)('%s, %i times, enhanced: %s', async (format, scale, enhance) => {
    const answer = await upscale({ scale, enhance }, await createOriginal(format));
    if (answer.kind !== 'made') throw new Error(answer.detail);
    expect(answer.made.contentType).toBe(`image/${format}`);
    expect(await sharp(answer.made.bytes).metadata()).toMatchObject({
      format,
      width: 96 * scale,
      height: 64 * scale,
    });
  });

  it('keeps transparency, and enhancing changes the light', async () => {
    const bytes = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 90, g: 120, b: 110, alpha: 0 } },
    })
      .composite([{ input: await createPicture('png', 20, 20), left: 10, top: 10 }])
      .png()
      .toBuffer();
    const original = { bytes, contentType: 'image/png', width: 40, height: 40 } as const;
    const [plain, enhanced] = [
      await upscale({ scale: 2, enhance: false }, original),
      await upscale({ scale: 2, enhance: true }, original),
    ];
    if (plain.kind !== 'made' || enhanced.kind !== 'made') throw new Error('It failed.');
    expect((await sharp(plain.made.bytes).stats()).isOpaque).toBe(false);
    const contrast = async (made: Buffer) =>
      (await sharp(made).removeAlpha().stats()).channels[1]?.stdev ?? 0;
    expect(await contrast(enhanced.made.bytes)).toBeGreaterThan(await contrast(plain.made.bytes));
  });

  it('deletes the source when it is done', async () => {
    expect(await upscale()).toMatchObject({ kind: 'made' });
    expect(await media.deletePrefix(folder)).toBe(0);
  });
});

describe('failures', () => {
  it.each([
    ['upload', { kind: 'rate-limit', retryAfterSeconds: 1 }, 'rate-limited'],
    ['upload', { kind: 'server-error', status: 503 }, 'unavailable'],
    ['upload', { kind: 'refusal' }, 'bad-request'],
    ['upload', { kind: 'key-rejected' }, 'key-rejected'],
    ['upload', { kind: 'reset', at: 'after' }, 'unavailable'],
    ['delivery', { kind: 'rate-limit', retryAfterSeconds: 1 }, 'rate-limited'],
    ['delivery', { kind: 'server-error', status: 500 }, 'unavailable'],
    ['delivery', { kind: 'refusal' }, 'bad-request'],
    ['delivery', { kind: 'reset', at: 'mid-body' }, 'unavailable'],
    ['delivery', { kind: 'truncate' }, 'unavailable'],
    ['delivery', { kind: 'wrong-content' }, 'unavailable'],
  ] as const)('at the %s with %j, it is %s', async (operation, fault, kind) => {
    await failOnce(operation, fault);
    const answer = await upscale();
    expect(answer).toMatchObject({ kind });
    expect(JSON.stringify(answer)).not.toContain(sandbox.cloudinary.apiSecret);
  });

  it('uses the stored source in the second attempt', async () => {
    await failOnce('delivery', { kind: 'reset', at: 'mid-body' });
    await upscale();
    const stored = await media.find(`${folder}/source-001`);
    expect(stored).toBeDefined();
    await failOnce('delivery', { kind: 'server-error', status: 500 });
    await upscale();
    expect((await media.find(`${folder}/source-001`))?.version).toBe(stored?.version);
    expect(await upscale()).toMatchObject({ kind: 'made' });
  });

  it('waits while the service is working', async () => {
    await failOnce('delivery', { kind: 'server-error', status: 423 });
    expect(await upscale()).toMatchObject({ kind: 'made' });
  });

  it('gives up after its timeout', async () => {
    await failOnce('delivery', { kind: 'time-out' });
    expect(await upscale(undefined, undefined, AbortSignal.timeout(1000))).toMatchObject({
      kind: 'unavailable',
    });
  });
});
