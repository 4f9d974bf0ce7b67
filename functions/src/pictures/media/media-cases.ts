/** Conformance cases for the sandbox and the real media service: the life of one image. They leave nothing behind. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { CloudinarySettings } from '../../platform/config/config.ts';
import { makeMediaAdmin } from './media-admin.ts';
import { makeMediaService } from './media-service.ts';

interface MediaCase {
  name: string;
  check: (settings: CloudinarySettings, folder: string) => Promise<void>;
}

const makePicture = async (background: string) =>
  sharp({ create: { width: 640, height: 400, channels: 4, background } })
    .png()
    .toBuffer();

async function storeTwo(settings: CloudinarySettings, folder: string) {
  const media = makeMediaService(() => settings);
  const put = async (index: number, background: string) => {
    const bytes = await makePicture(background);
    const image = await media.put({
      publicId: `${folder}/${index}`,
      bytes,
      contentType: 'image/png',
      fileName: `fox é ${index} v1.2.png`,
      tags: ['conformance'],
      context: { cost: '0.04', note: 'a=b|c' },
    });
    return { image, bytes };
  };
  return { media, put, first: await put(1, 'teal'), second: await put(2, 'coral') };
}

export const MEDIA_CASES: MediaCase[] = [
  {
    name: 'finds a stored image with its context, and no other',
    async check(settings, folder) {
      const { media, first } = await storeTwo(settings, folder);
      const { bytes, image } = first;
      assert.deepEqual(image, {
        publicId: `${folder}/1`,
        version: image.version,
        format: 'png',
        width: 640,
        height: 400,
        bytes: bytes.length,
        createdAt: image.createdAt,
        archiveName: 'fox é 1 v1.2',
      });
      const { archiveName: _, ...described } = image;
      assert.deepEqual(await media.find(`${folder}/1`), {
        ...described,
        context: { cost: '0.04', note: 'a=b|c' },
      });
      assert.equal(await media.find(`${folder}/3`), undefined);
    },
  },
  {
    name: 'delivers the image as it was stored, and a small webp of it',
    async check(settings, folder) {
      const { media, first } = await storeTwo(settings, folder);
      const full = await media.open(first.image, 'full');
      assert.equal(full.contentType, 'image/png');
      assert.deepEqual(await buffer(full.body), first.bytes);
      const thumbnail = await media.open(first.image, 'thumbnail');
      assert.equal(thumbnail.contentType, 'image/webp');
      const { format, width, height } = await sharp(await buffer(thumbnail.body)).metadata();
      assert.deepEqual({ format, width, height }, { format: 'webp', width: 320, height: 200 });
    },
  },
  {
    name: 'links to the image as it was stored, until the link expires',
    async check(settings, folder) {
      const { media, first } = await storeTwo(settings, folder);
      const linkUntil = (time: number) => media.makeImageLink(first.image, new Date(time));
      const linked = await fetch(linkUntil(Date.now() + 60_000));
      assert.equal(linked.headers.get('content-type'), 'image/png');
      assert.match(linked.headers.get('content-disposition') ?? '', /^attachment/);
      assert.deepEqual(Buffer.from(await linked.arrayBuffer()), first.bytes);
      assert.equal((await fetch(linkUntil(Date.now() - 5000))).ok, false);
      const forged = makeMediaService(() => ({ ...settings, apiSecret: 'forged' }));
      const forgedLink = forged.makeImageLink(first.image, new Date(Date.now() + 60_000));
      assert.equal((await fetch(forgedLink)).ok, false);
    },
  },
  {
    name: 'derives a larger, sharper image, and explains a failed derivation',
    async check(settings, folder) {
      const { media, first } = await storeTwo(settings, folder);
      const signal = AbortSignal.timeout(60_000);
      const derived = await media.openDerived(first.image, 'e_upscale/c_scale,w_1280/e_sharpen:60', signal);
      assert.equal(derived.contentType, 'image/png');
      const { format, width, height } = await sharp(await buffer(derived.body)).metadata();
      assert.deepEqual({ format, width, height }, { format: 'png', width: 1280, height: 800 });
      await assert.rejects(media.openDerived(first.image, 'e_nonsense', signal), {
        name: 'MediaError',
        status: 400,
        message: /nonsense/,
      });
    },
  },
  {
    name: 'keeps an existing image on request',
    async check(settings, folder) {
      const { media, first } = await storeTwo(settings, folder);
      const { image, bytes } = first;
      const again = { publicId: image.publicId, contentType: 'image/png', tags: [], context: {} };
      const kept = await media.put({ ...again, bytes: await makePicture('gold'), keepsExisting: true });
      assert.deepEqual(kept, image);
      assert.deepEqual(await buffer((await media.open(kept, 'full')).body), bytes);
    },
  },
  {
    name: 'overwrites an image of the same name',
    async check(settings, folder) {
      const { media, put } = await storeTwo(settings, folder);
      const { image, bytes } = await put(1, 'gold');
      assert.deepEqual(await buffer((await media.open(image, 'full')).body), bytes);
      assert.equal(await media.deletePrefix(folder), 2);
    },
  },
  {
    name: 'delivers nothing without a signature',
    async check(settings, folder) {
      const { first } = await storeTwo(settings, folder);
      const forged = makeMediaService(() => ({ ...settings, apiSecret: 'forged' }));
      await assert.rejects(forged.open(first.image, 'full'), { name: 'MediaError', retryable: false });
      await assert.rejects(forged.find(first.image.publicId), { name: 'MediaError', retryable: false });
    },
  },
  {
    name: 'deletes one image, then the folder, but no folder with the same prefix',
    async check(settings, folder) {
      const { media } = await storeTwo(settings, folder);
      const beside = await storeTwo(settings, `${folder}0`);
      await media.deleteOne(`${folder}/1`);
      assert.equal(await media.find(`${folder}/1`), undefined);
      assert.equal(await media.deletePrefix(folder), 1);
      assert.equal(await media.find(`${folder}/2`), undefined);
      assert.notEqual(await media.find(beside.first.image.publicId), undefined);
      assert.equal(await media.deletePrefix(`${folder}0`), 2);
    },
  },
  {
    name: 'lists, counts and deletes resources, and reports the remaining calls',
    async check(settings, folder) {
      await storeTwo(settings, folder);
      const admin = makeMediaAdmin(() => settings);
      const kind = { resourceType: 'image', type: 'authenticated' } as const;
      const isMine = (publicId: string) => publicId.startsWith(`${folder}/`);
      const { value: page } = await admin.listResources(kind, null);
      const mine = page.resources.filter(({ publicId }) => isMine(publicId));
      assert.equal(mine.length, 2);
      for (const { createdAt } of mine) assert.ok(Math.abs(Date.now() - createdAt.getTime()) < 300_000);
      assert.ok((await admin.countResources('image')).value >= 2);
      const { storage, media_limits: limits } = (await admin.readUsage()).value;
      assert.ok(storage.usage >= 0);
      assert.ok(limits && limits.image_max_size_bytes > 0 && limits.image_max_px > 0);

      const names = [1, 2, 3].map((name) => `${folder}/${name}`);
      const { value: outcomes, limit } = await admin.deleteResources(kind, names);
      assert.deepEqual(
        names.map((name) => outcomes[name]),
        ['deleted', 'deleted', 'not_found'],
      );
      assert.ok(limit && limit.remaining < limit.allowed && limit.resetAt > new Date());
      const { value: after } = await admin.listResources(kind, null);
      assert.equal(after.resources.filter(({ publicId }) => isMine(publicId)).length, 0);
    },
  },
];

/** Cleans up even if the case fails. */
export async function runMediaCase({ check }: MediaCase, settings: CloudinarySettings): Promise<void> {
  const folder = `conformance/${crypto.randomUUID()}`;
  try {
    await check(settings, folder);
  } finally {
    const media = makeMediaService(() => settings);
    await media.deletePrefix(folder);
    await media.deletePrefix(`${folder}0`);
  }
}
