import { beforeEach, describe, expect, it } from 'vitest';
import { addFaults, openSandbox, postJson } from '../testing.ts';
import { callAdmin, makeImage, now, sendUpload, sign, upload } from './testing.ts';

let url: string;
beforeEach(async () => {
  ({ url } = await openSandbox());
});

const usual = () => ({ public_id: 'a/b', type: 'authenticated', timestamp: String(now()) });

describe('upload', () => {
  it('stores an asset with its tags, context and folder', async () => {
    const fields = {
      tags: 'batch-1,expires-2',
      context: String.raw`owner=a\=b|kind=image`,
    };
    const answer = await (await upload(url, 'batches/1/0', fields)).json();
    const kept = {
      public_id: 'batches/1/0',
      resource_type: 'image',
      type: 'authenticated',
      format: 'png',
      width: 60,
      height: 40,
      tags: ['batch-1', 'expires-2'],
      context: { custom: { owner: 'a=b', kind: 'image' } },
      asset_folder: 'batches/1',
    };
    expect(answer).toMatchObject(kept);
    expect(
      await (await callAdmin(url, 'resources/image/authenticated/batches%2F1%2F0')).json(),
    ).toMatchObject(kept);
  });

  it('replaces the asset on a second upload', async () => {
    await upload(url, 'a/b');
    const second = await (
      await upload(url, 'a/b', { overwrite: 'true' }, await makeImage('red', 10, 10))
    ).json();
    expect(second).toMatchObject({ width: 10 });
    const third = await (await upload(url, 'a/b', { overwrite: 'false' })).json();
    expect(third).toMatchObject({ existing: true, width: 10 });
    expect(await (await callAdmin(url, 'usage')).json()).toMatchObject({ resources: 1 });
  });

  it('takes images only', async () => {
    expect((await sendUpload(url, sign(usual()), Buffer.from('words'), 'raw')).status).toBe(400);
    expect((await sendUpload(url, sign(usual()), Buffer.from('words'))).status).toBe(400);
  });

  it.each([
    ['a wrong signature', () => ({ ...sign(usual()), signature: '0'.repeat(40) }), 401],
    ['an unsigned parameter', () => ({ ...sign(usual()), tags: 'more' }), 401],
    ['an unknown key', () => ({ ...sign(usual()), api_key: 'nobody' }), 401],
    ['no signature', usual, 401],
    ['an old signature', () => sign({ ...usual(), timestamp: String(now() - 3_700) }), 400],
    ['an unknown parameter', () => sign({ ...usual(), color: 'red' }), 400],
    ['another type', () => sign({ ...usual(), type: 'upload' }), 400],
    ['a public ID with a leading slash', () => sign({ ...usual(), public_id: '/a' }), 400],
    ['an eager transformation that it waits for', () => sign({ ...usual(), eager: 'w_9' }), 400],
    ['no public ID', () => sign({ ...usual(), public_id: '' }), 400],
  ])('rejects %s', async (_, fields, status) => {
    const response = await sendUpload(url, fields(), await makeImage());
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: { message: expect.any(String) } });
  });

  it('rejects non-images and truncated images', async () => {
    const image = await makeImage('#123456', 400, 400);
    for (const file of [Buffer.from('<html>'), image.subarray(0, image.length - 100), Buffer.alloc(0)]) {
      expect((await sendUpload(url, sign(usual()), file)).status).toBe(400);
    }
  });

  it('rejects images over the limit of the plan, and reports it', async () => {
    const image = await makeImage();
    const setLimit = (imageMaxBytes: number) => postJson(`${url}/control/cloudinary`, { imageMaxBytes });
    await setLimit(image.length);
    expect((await upload(url, 'a/b', {}, image)).status).toBe(200);
    await setLimit(image.length - 1);
    const rejected = await upload(url, 'a/b', {}, image);
    expect(rejected.status).toBe(400);
    const message = `File size too large. Got ${image.length}. Maximum is ${image.length - 1}. Upgrade your plan to enjoy higher limits https://www.cloudinary.com/pricing/upgrades/file-limit`;
    expect(await rejected.json()).toEqual({ error: { message } });
    expect(await (await callAdmin(url, 'usage')).json()).toMatchObject({
      media_limits: { image_max_size_bytes: image.length - 1 },
    });
  });

  it('applies faults before or after storing the asset', async () => {
    const fault = (rest: object) => ({
      provider: 'cloudinary',
      match: { operation: 'upload' },
      times: 1,
      ...rest,
    });
    await addFaults(url, [
      fault({ fault: { kind: 'server-error', status: 500 } }),
      fault({ fault: { kind: 'reset', at: 'after' } }),
    ]);
    const isKept = async () => (await callAdmin(url, 'resources/image/authenticated/a%2Fb')).status === 200;
    expect((await upload(url, 'a/b')).status).toBe(500);
    expect(await isKept()).toBe(false);
    await expect(upload(url, 'a/b')).rejects.toThrow('fetch failed');
    expect(await isKept()).toBe(true);
  });
});
