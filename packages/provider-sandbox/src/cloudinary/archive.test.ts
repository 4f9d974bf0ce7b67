import JSZip from 'jszip';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, postJson } from '../testing.ts';
import { archiveUrl, makeImage, now, upload } from './testing.ts';

let url: string;
beforeEach(async () => {
  ({ url } = await openSandbox());
});

describe('generate_archive', () => {
  it('streams the files of a tag without compression', async () => {
    const image = await makeImage('#884422', 50, 50);
    const names = { tags: 'batch-1', filename_override: 'fox v1.2.png' };
    await upload(url, 'batches/1/0', names, image);
    await upload(url, 'batches/1/1', names);
    await upload(url, 'batches/2/0', { tags: 'batch-2' });
    const address = archiveUrl(url, { tags: ['batch-1'], target_public_id: 'My batch' });
    const head = await fetch(address, { method: 'HEAD' });
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="My batch.zip"',
      'access-control-allow-origin': '*',
    });
    const zip = await JSZip.loadAsync(await (await fetch(address)).bytes(), { checkCRC32: true });
    expect(Object.keys(zip.files)).toEqual(['fox v1.2.png', 'fox v1.2_(1).png']);
    const file = zip.file('fox v1.2.png');
    expect(await file?.async('nodebuffer')).toEqual(image);
    expect(Math.abs(Date.now() - (file?.date.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it.each([
    ['an expired link', () => archiveUrl(url, { tags: ['a'], expires_at: String(now() - 1) }), 401],
    ['a changed link', () => archiveUrl(url, { tags: ['a'] }).replace('=a&', '=b&'), 401],
    [
      'a link older than an hour',
      () => archiveUrl(url, { tags: ['a'], timestamp: String(now() - 3_700) }),
      400,
    ],
    ['files in folders', () => archiveUrl(url, { tags: ['a'], flatten_folders: '0' }), 400],
    ['a link to nothing', () => archiveUrl(url, { tags: ['nothing'] }), 404],
  ])('rejects %s', async (_, address, status) => {
    await upload(url, 'one', { tags: 'a' });
    expect((await fetch(address(), { method: 'HEAD' })).status).toBe(status);
  });

  it('rejects accounts that cannot deliver archives', async () => {
    await upload(url, 'one', { tags: 'a' });
    await postJson(`${url}/control/cloudinary`, { deliversArchives: false });
    expect((await fetch(archiveUrl(url, { tags: ['a'] }), { method: 'HEAD' })).status).toBe(401);
  });
});
