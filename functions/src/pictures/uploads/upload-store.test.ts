import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { MAX_FILE_NAME_LENGTH, UPLOAD_RULES, uploadPath } from '@portal/contracts/uploads';
import { describe, expect, test } from 'vitest';
import { createObject, startStorage } from './testing/start-storage.ts';
import { checkUpload } from './check-uploads.ts';
import {
  deleteUploadFolder,
  findUploadPlace,
  findUploads,
  openUpload,
  readUpload,
  readUploads,
  readUploadSize,
  saveUploads,
} from './upload-store.ts';

const OWNER = 'artist';
const FOLDER = 'folder-1';
const RULES = UPLOAD_RULES.upscale;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');

/** Storage with these files of the owner, and files that must not be found. */
async function startWith(...ids: string[]) {
  const storage = await startStorage();
  for (const id of [...ids, 'another-1']) storage.objects.set(uploadPath(OWNER, FOLDER, id), createObject());
  storage.objects.set(uploadPath(OWNER, 'folder-10', 'a-picture'), createObject());
  storage.objects.set(uploadPath('somebody', FOLDER, 'their-picture'), createObject());
  return storage;
}

const named = (...ids: string[]) => ({ folder: FOLDER, files: ids.map((id) => ({ id, name: `${id}.png` })) });

describe('uploads that came with the call [D-uploads.2, D-media.2]', () => {
  test('are stored in a new folder of the person, in order', async () => {
    const { deps, objects } = await startStorage();
    const files = Array.from({ length: 20 }, (_, index) => ({
      name: `C:\\pictures\\${index}.png`,
      bytes: Buffer.from(`${PNG.toString('latin1')} ${index}`, 'latin1'),
    }));
    const saved = await saveUploads(deps, OWNER, files);
    expect(saved.files.map(({ name }) => name)).toEqual(files.map((_, index) => `${index}.png`));
    const found = await findUploads(deps, OWNER, saved, RULES);
    expect(found).toMatchObject(saved);
    for (const [index, file] of found.files.entries()) {
      const place = findUploadPlace(OWNER, found.folder, file);
      expect(await readUpload(deps, place)).toEqual(files[index]?.bytes);
    }
    expect(new Set([...objects.values()].map(({ contentType }) => contentType))).toEqual(
      new Set(['image/png']),
    );
  });

  test('get their detected content type, not the claimed one', async () => {
    const { deps, objects } = await startStorage();
    await saveUploads(deps, OWNER, [{ name: 'a.png', bytes: Buffer.from('<script>') }]);
    expect([...objects.values()]).toMatchObject([{ contentType: 'application/octet-stream' }]);
  });

  test.each([
    ['nothing', [], 'bad-request'],
    ['a file too large', [1, RULES.maxBytes + 1], 'too-large'],
    ['too many', Array<number>(RULES.maxAccepted + 1).fill(1), 'bad-request'],
  ])('are checked against the rules: rejects %s [D-uploads.9]', (_name, sizes, code) => {
    expect(() => checkUpload(sizes, RULES)).toThrow(expect.objectContaining({ code }));
  });
});

describe('uploads in Cloud Storage [D-uploads.3]', () => {
  test('are found by folder, with cleaned names', async () => {
    const { deps, requests } = await startWith('picture-1', 'picture-2', 'picture-3');
    const { files } = named('picture-3', 'picture-1');
    const long = { id: 'picture-2', name: `../${'狐'.repeat(400)}.png` };
    const cleaned = { id: 'picture-2', name: `${'狐'.repeat(MAX_FILE_NAME_LENGTH - 4)}.png` };
    expect(await findUploads(deps, OWNER, { folder: FOLDER, files: [...files, long] }, RULES)).toEqual({
      folder: FOLDER,
      files: [...files, cleaned].map((file) => ({ ...file, generation: '1' })),
    });
    expect(requests.every((request) => request.startsWith('GET') && request.includes('prefix='))).toBe(true);
    expect(requests).toHaveLength(2);
  });

  test.each([
    ['a missing file', ['picture-1', 'picture-2'], 'not-found'],
    ["somebody else's file", ['their-picture'], 'not-found'],
    ['a file of another folder', ['a-picture'], 'not-found'],
    ['a file that is listed twice', ['picture-1', 'picture-1'], 'bad-request'],
    ['no file', [], 'bad-request'],
  ])('reject %s [D-answers-and-errors-of-the-api.3]', async (_name, ids, code) => {
    const { deps } = await startWith('picture-1');
    await expect(findUploads(deps, OWNER, named(...ids), RULES)).rejects.toMatchObject({ code });
  });

  test('rejects a file one byte above the limit of the tool', async () => {
    const { deps, objects } = await startWith();
    const put = (size: number) =>
      objects.set(uploadPath(OWNER, FOLDER, 'picture-1'), createObject({ bytes: Buffer.alloc(size) }));
    put(RULES.maxBytes);
    await findUploads(deps, OWNER, named('picture-1'), RULES);
    put(RULES.maxBytes + 1);
    await expect(findUploads(deps, OWNER, named('picture-1'), RULES)).rejects.toMatchObject({
      code: 'too-large',
      details: [{ path: 'files.0', message: 'Files can be at most 10 MB.' }],
    });
  });

  test('rejects too many files before reading any [D-uploads.9]', async () => {
    const { deps, requests } = await startStorage();
    const ids = Array.from({ length: 1001 }, (_, index) => `picture-${index}`);
    await expect(findUploads(deps, OWNER, named(...ids), RULES)).rejects.toMatchObject({
      code: 'bad-request',
    });
    expect(requests).toEqual([]);
  });
});

describe('reading an upload', () => {
  const path = uploadPath(OWNER, FOLDER, 'picture-1');
  const place = { path, generation: undefined };

  test('opens a stream with size and claimed type', async () => {
    const { deps } = await startWith('picture-1');
    const opened = await openUpload(deps, place);
    expect(opened).toMatchObject({ size: 3, contentType: 'image/png' });
    expect(opened && (await buffer(opened.stream)).toString()).toBe('abc');
  });

  test('returns undefined if it is gone', async () => {
    const { deps } = await startStorage();
    expect(await readUpload(deps, place)).toBeUndefined();
    expect(await openUpload(deps, place)).toBeUndefined();
  });

  test('does not find what was put in its place after the check', async () => {
    const { deps, objects } = await startWith('picture-1');
    const { files } = await findUploads(deps, OWNER, named('picture-1'), RULES);
    const [checked = expect.unreachable()] = files;
    const found = findUploadPlace(OWNER, FOLDER, checked);
    const look = () =>
      Promise.all([
        readUpload(deps, found).then((bytes) => bytes?.toString()),
        readUploadSize(deps, found),
        openUpload(deps, found).then((opened) => opened?.size),
        readUploads(deps, OWNER, { folder: FOLDER, files }).then(({ size }) => size),
      ]);
    expect(await look()).toEqual(['abc', 3, 3, 1]);
    objects.set(path, createObject({ bytes: Buffer.from('xyz'), generation: '2' }));
    expect(await look()).toEqual([undefined, undefined, undefined, 0]);
  });

  test('does not decompress a file that claims to be gzip', async () => {
    const { deps, objects } = await startStorage();
    const bytes = gzipSync(Buffer.alloc(1_000_000));
    objects.set(path, createObject({ bytes, contentEncoding: 'gzip' }));
    expect(await readUpload(deps, place)).toEqual(bytes);
    const opened = await openUpload(deps, place);
    expect(opened && (await buffer(opened.stream))).toEqual(bytes);
  });
});

test('deletes only its folder, even twice', async () => {
  const { deps, objects } = await startWith('picture-1', 'picture-2', 'picture-3');
  const remove = () => deleteUploadFolder(deps, OWNER, FOLDER);
  await Promise.all([remove(), remove()]);
  await remove();
  expect([...objects.keys()]).toEqual([
    'uploads/artist/folder-10/a-picture',
    'uploads/somebody/folder-1/their-picture',
  ]);
});
