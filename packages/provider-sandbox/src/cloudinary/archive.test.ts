import JSZip from 'jszip';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, postJson } from '../testing.ts';
import { archiveUrl, makeImage, now, upload } from './testing.ts';

let url: string;
beforeEach(async () => {
  ({ url } = await openSandbox());
});

async function namesIn(address: string): Promise<string[]> {
  const zip = await JSZip.loadAsync(await (await fetch(address)).bytes(), { checkCRC32: true });
  return Object.keys(zip.files);
}

describe('generate_archive', () => {
  it('streams the files of a tag without compression', async () => {
    const image = await makeImage('#884422', 50, 50);
    await upload(url, 'batches/1/0', { tags: 'batch-1' }, image);
    await upload(url, 'batches/1/1', { tags: 'batch-1' });
    await upload(url, 'batches/2/0', { tags: 'batch-2' });
    const address = archiveUrl(url, {
      tags: ['batch-1'],
      flatten_folders: '1',
      target_public_id: 'My batch',
    });
    const head = await fetch(address, { method: 'HEAD' });
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="My batch.zip"',
      'access-control-allow-origin': '*',
    });
    expect(await namesIn(address)).toEqual(['0.png', '1.png']);
    const zip = await JSZip.loadAsync(await (await fetch(address)).bytes());
    expect(await zip.file('0.png')?.async('nodebuffer')).toEqual(image);
  });

  it('finds files by prefix and by name, and makes equal names unique', async () => {
    await upload(url, 'batches/1/0');
    await upload(url, 'batches/2/0');
    expect(await namesIn(archiveUrl(url, { prefixes: ['batches/'], flatten_folders: '1' }))).toEqual([
      '0.png',
      '0_(1).png',
    ]);
    expect(await namesIn(archiveUrl(url, { public_ids: ['batches/2/0'] }))).toContain('batches/2/0.png');
  });

  it('uses original file names on request, and sets dates', async () => {
    await upload(url, 'batches/1/0', { filename_override: 'beach v1.2_upscaled.png' });
    const zip = await JSZip.loadAsync(
      await (
        await fetch(
          archiveUrl(url, { prefixes: ['batches/'], flatten_folders: '1', use_original_filename: '1' }),
        )
      ).bytes(),
    );
    const [file] = Object.values(zip.files);
    expect(file?.name).toBe('beach v1.2_upscaled.png');
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
