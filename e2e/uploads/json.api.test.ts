import { randomUUID } from 'node:crypto';
import { ApiErrorSchema } from '@portal/contracts/api-error';
import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { pictureTools } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { putUpload, putUploads, startByJson } from '../support/send-pictures.ts';
import { originalOf } from '../support/picture-tools.ts';
import { fetchFile } from '../support/api-files.ts';

const NOT_YOURS = 'This file is not among your uploads.';

let artist: Account;
let otherUser: Account;
let pictures: { name: string; bytes: Buffer }[];
beforeAll(async () => {
  await setLatency(0);
  [artist, otherUser] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  const [first, second] = await Promise.all([drawPicture(), drawPicture()]);
  pictures = [
    { name: 'first.png', bytes: first },
    { name: 'second.png', bytes: second },
  ];
});

describe.each(pictureTools)('$name', (tool) => {
  const send = async (as: Account, body: object) => {
    const answer = await callApi('POST', tool.startPath, { as, body: { ...tool.fields, ...body } });
    return { status: answer.status, ...ApiErrorSchema.parse(answer.body) };
  };

  test('processes some or all uploads in the order they are named [D-uploads.3, D-uploads.4, D-media.2, T7.2.2, T7.4.3]', async () => {
    const { folder, files } = await putUploads(artist, [
      ...pictures,
      { name: 'unused.png', bytes: Buffer.from('x') },
    ]);
    const chosen = files.slice(0, 2).toReversed();
    const id = await startByJson(artist, tool.startPath, { folder, files: chosen }, tool.fields);
    const batch = await tool.waitForBatch(artist, id);
    expect(batch).toMatchObject({ status: 'completed', done: 2, fileNames: ['second.png', 'first.png'] });
    for (const [index, { bytes }] of pictures.toReversed().entries()) {
      const original = await fetchFile(artist, originalOf(tool, id, index));
      expect(original.bytes.equals(bytes)).toBe(true);
    }
  });

  test("does not find another person's uploads, and starts nothing [D-uploads.3, D-answers-and-errors-of-the-api.3]", async () => {
    const uploads = await putUploads(artist, pictures);
    const before = await tool.listBatches(artist);
    expect(await send(otherUser, uploads)).toMatchObject({
      status: 404,
      code: 'not-found',
      error: NOT_YOURS,
      details: [{ path: 'files.0', message: NOT_YOURS }],
    });
    expect(
      await putUpload({ ...otherUser, uid: artist.uid }, uploads.folder, randomUUID(), {
        bytes: Buffer.from('x'),
      }),
    ).toBe(403);
    expect(await tool.listBatches(otherUser)).toEqual([]);
    expect(await tool.listBatches(artist)).toEqual(before);
  });

  test('rejects missing, repeated and invalid uploads by name', async () => {
    const { folder, files } = await putUploads(artist, pictures.slice(0, 1));
    const before = await tool.listBatches(artist);
    const missing = { id: randomUUID(), name: 'missing.png' };
    expect(await send(artist, { folder, files: [...files, missing] })).toMatchObject({
      status: 404,
      details: [{ path: 'files.1', message: NOT_YOURS }],
    });
    expect(await send(artist, { folder: randomUUID(), files })).toMatchObject({ status: 404 });
    expect(await send(artist, { folder, files: [...files, ...files] })).toMatchObject({
      status: 400,
      details: [{ path: 'files.1', message: 'This file is listed twice.' }],
    });
    for (const folderName of [
      '',
      'short',
      '../../other',
      `${artist.uid}/${folder}`,
      'x'.repeat(65),
      7,
      null,
    ]) {
      expect(await send(artist, { folder: folderName, files })).toMatchObject({
        status: 400,
        details: [{ path: 'folder' }],
      });
    }
    for (const id of ['', `../${folder}/${files[0]?.id}`, 'a'.repeat(65)]) {
      expect(await send(artist, { folder, files: [{ id, name: 'a.png' }] })).toMatchObject({
        status: 400,
        details: [{ path: 'files.0.id', message: 'Invalid upload id.' }],
      });
    }
    for (const body of [{}, { folder }, { files }, { folder, files: 'all' }, { folder, files: [{}] }]) {
      expect(await send(artist, body)).toMatchObject({ status: 400, code: 'bad-request' });
    }
    expect(await tool.listBatches(artist)).toEqual(before);
  });

  test('validates the options and names the invalid field [T7.4.4]', async () => {
    const uploads = await putUploads(artist, pictures);
    const WRONG = {
      upscale: { scale: '2', enhance: 'true', batchName: 'n'.repeat(151) },
      stylizer: { preset: 'cubism', batchName: ' ' },
    };
    for (const [field, value] of Object.entries(WRONG[tool.name])) {
      expect({ field, ...(await send(artist, { ...uploads, [field]: value })) }).toMatchObject({
        status: 400,
        details: [{ path: field, message: expect.any(String) }],
      });
    }
  });
});
