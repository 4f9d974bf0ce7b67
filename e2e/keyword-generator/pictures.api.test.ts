import { ApiErrorSchema } from '@portal/contracts/api-error';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readItems } from '../support/batches.ts';
import { makePngOfSize, UNDECODABLE } from '../support/hostile-pictures.ts';
import {
  ANALYZE,
  listBatches,
  newName,
  pathOf,
  startKeywords,
  waitForBatch,
  waitForBatches,
} from '../support/keywords.ts';
import { drawPicture } from '../support/pictures.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';
import { putUploads, sendForm, startByJson, type NamedPicture } from '../support/send-pictures.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const NO_PICTURE = /^This is not a JPEG, PNG, WebP, GIF, AVIF or TIFF picture\.$/;
const UNREADABLE = /^(The picture is damaged|The file is empty|At 900 megapixels)/;

let writer: Account;
let png: Buffer;
beforeAll(async () => {
  await setLatency(0);
  [writer, png] = await Promise.all([signIn(newEmail()), drawPicture()]);
});

test('detects types by content; an unreadable file fails alone with a reason [T5.4.2, D-uploads.6, D-file-types.2, D-file-types.3, D-file-types.4]', async () => {
  const twoFrames = sharp([png, await drawPicture()], { join: { animated: true } });
  const good: NamedPicture[] = [
    { name: newName('called text', 'txt'), bytes: await drawPicture({ format: 'jpeg' }), type: 'text/plain' },
    { name: newName('called gif', 'gif'), bytes: png, type: 'image/gif' },
    { name: newName('webp', 'webp'), bytes: await drawPicture({ format: 'webp' }) },
    { name: newName('still', 'gif'), bytes: await sharp(png).gif().toBuffer() },
    { name: newName('moving', 'gif'), bytes: await twoFrames.clone().gif().toBuffer() },
    { name: newName('moving', 'webp'), bytes: await twoFrames.clone().webp().toBuffer() },
    { name: newName('scan', 'tif'), bytes: await sharp(png).tiff().toBuffer() },
    { name: newName('no extension', ''), bytes: await sharp(png).avif().toBuffer() },
  ];
  const bad: (NamedPicture & { reason: RegExp | string })[] = [
    {
      name: 'drawing.svg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      reason: NO_PICTURE,
    },
    ...UNDECODABLE,
    { name: 'film.mp4', bytes: Buffer.from('\0\0\0\x18ftypmp42'), type: 'video/mp4', reason: NO_PICTURE },
    { name: 'half.png', bytes: png.subarray(0, png.length >> 1), reason: UNREADABLE },
    { name: 'nothing.png', bytes: Buffer.alloc(0), reason: UNREADABLE },
    { name: 'bomb.png', bytes: makePngOfSize(30_000, 30_000), reason: UNREADABLE },
  ];
  const id = await startKeywords(writer, [...good, ...bad]);
  const { results, failedItems, cost } = await waitForBatch(writer, id);
  expect(results.map(({ extension }) => extension)).toEqual([
    ...['jpg', 'png', 'webp', 'gif', 'gif', 'webp', 'tif', 'avif'],
    ...bad.map(() => null),
  ]);
  expect(failedItems.map(({ fileName }) => fileName)).toEqual(bad.map(({ name }) => name));
  for (const [index, { error, attempts }] of failedItems.entries()) {
    expect(error).toMatch(bad[index]?.reason ?? /never/);
    expect(attempts).toBe(1);
  }
  expect(cost).toBeGreaterThan(0);
  expect(
    (await Promise.all(good.map(({ name }) => countCalls(name)))).map(({ received }) => received),
  ).toEqual(good.map(() => 1));
});

test('accepts files of exactly 20 MB, and rejects larger ones by name [T5.4.2, T9.0.15]', async () => {
  const other = await signIn(newEmail());
  const createOfSize = (bytes: number) => ({
    name: newName('large'),
    bytes: Buffer.concat([png, Buffer.alloc(bytes - png.length)]),
  });
  const largest = createOfSize(MAX_BYTES);
  const ids = [
    await startKeywords(writer, [largest]),
    await startByJson(writer, ANALYZE, await putUploads(writer, [largest])),
  ];
  const small = { name: newName('small'), bytes: png };
  const message = 'Files can be at most 20 MB.';
  expect(await sendForm(other, ANALYZE, [small, createOfSize(MAX_BYTES + 1)])).toMatchObject({
    status: 413,
    body: { code: 'too-large', error: message, details: [{ path: 'files.1', message }] },
  });
  // storage.rules reject larger files, too.
  await expect(putUploads(other, [createOfSize(MAX_BYTES + 1)])).rejects.toThrow('413');
  expect(await listBatches(other)).toEqual([]);
  for (const batch of await waitForBatches(writer, ids)) expect(batch).toMatchObject({ completedCount: 1 });
});

test('accepts 1 to 100 images [T5.4.2, T5.4.5, T9.0.16]', async () => {
  const other = await signIn(newEmail());
  const name = (count: number) => ({
    folder: randomUUID(),
    files: Array.from({ length: count }, () => ({ id: randomUUID(), name: 'a.png' })),
  });
  const send = async (pictures: readonly NamedPicture[]) => {
    const { status, body } = await sendForm(other, ANALYZE, pictures);
    return { status, ...ApiErrorSchema.parse(body) };
  };
  const files = Array.from({ length: 101 }, (_, index) => ({
    name: `${index}.png`,
    bytes: Buffer.from('none'),
  }));
  const tooMany = { status: 400, error: 'Select at most 100 images.' };
  expect(await send(files)).toMatchObject(tooMany);
  expect(await send([])).toMatchObject({ status: 400, error: 'Select at least one image.' });
  for (const [count, body] of [
    [101, tooMany],
    // The number is allowed, but these were never uploaded.
    [100, { status: 404 }],
    [0, { status: 400, error: 'Select at least one image.' }],
  ] as const) {
    const { status, body: answer } = await callApi('POST', ANALYZE, { as: other, body: name(count) });
    const { error, details } = ApiErrorSchema.parse(answer);
    expect({ count, status, error: count === 0 ? details?.[0]?.message : error }).toMatchObject({
      count,
      ...body,
    });
  }
  expect(await listBatches(other)).toEqual([]);
  const id = await startKeywords(other, files.slice(0, 100));
  expect(await readItems(id)).toHaveLength(100);
  await callApi('DELETE', pathOf(id), { as: other });
});
