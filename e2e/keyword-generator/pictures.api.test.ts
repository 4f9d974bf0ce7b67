import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { makePngOfSize, UNDECODABLE } from '../support/hostile-pictures.ts';
import { newName, startKeywords, waitForBatch } from '../support/keywords.ts';
import { drawPicture } from '../support/pictures.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';
import type { NamedPicture } from '../support/send-pictures.ts';

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
