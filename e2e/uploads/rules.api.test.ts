import { randomUUID } from 'node:crypto';
import { ApiErrorSchema } from '@portal/contracts/api-error';
import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readItems } from '../support/batches.ts';
import { addressOf, pictureTools, startWith } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { putUploads, sendForm, startByJson, type NamedPicture } from '../support/send-pictures.ts';

const MEGABYTE = 1024 * 1024;
/** From tools.md 5.4, and decisions.md for the server's limits. */
const RULES = {
  upscale: { bytes: 10_485_760, files: 1000, tooMany: 'Select at most 1000 images.' },
  stylizer: { bytes: 20 * MEGABYTE, files: 100, tooMany: 'Select at most 100 images.' },
};

let artist: Account;
let png: Buffer;
beforeAll(async () => {
  await setLatency(0);
  [artist, png] = await Promise.all([signIn(newEmail()), drawPicture({ width: 9, height: 9 })]);
});

/** A valid image, padded to this size. */
const makePictureOf = (bytes: number): NamedPicture => ({
  name: 'large.png',
  bytes: Buffer.concat([png, Buffer.alloc(bytes - png.length)]),
});
const makePictures = (count: number): NamedPicture[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}.png`, bytes: png }));

describe.each(pictureTools)('$name [T5.4.1, T5.4.3]', (tool) => {
  const rules = RULES[tool.name];
  const send = async (pictures: readonly NamedPicture[], as = artist) => {
    const { status, body } = await sendForm(as, tool.startPath, pictures, tool.fields);
    return { status, ...ApiErrorSchema.parse(body) };
  };
  const sendJson = async (uploads: object, as = artist) => {
    const body = { ...tool.fields, ...uploads };
    const { status, body: answer } = await callApi('POST', tool.startPath, { as, body });
    return { status, ...ApiErrorSchema.parse(answer) };
  };
  const name = (count: number) => ({
    folder: randomUUID(),
    files: Array.from({ length: count }, () => ({ id: randomUUID(), name: 'a.png' })),
  });

  test('accepts files of the maximum size, 30 MB in one form, and uploads [T9.0.12, T9.0.20, D-uploads.2, D-uploads.3, D-uploads.4]', async () => {
    const large = makePictureOf(rules.bytes);
    const isUpscaler = tool.name === 'upscale';
    const pictures = isUpscaler ? [large] : [large, makePictureOf(10 * MEGABYTE)];
    const ids = [await startWith(tool, artist, pictures)];
    if (isUpscaler) ids.push(await startByJson(artist, tool.startPath, await putUploads(artist, [large])));
    for (const batch of await tool.waitForBatches(artist, ids)) {
      expect(batch).toMatchObject({ status: 'completed', done: pictures.length });
    }
  });

  test('rejects one byte more by file name, and starts nothing [T9.0.12, T9.0.20]', async () => {
    const other = await signIn(newEmail());
    const message = `Files can be at most ${rules.bytes / MEGABYTE} MB.`;
    const details = [{ path: 'files.1', message }];
    const refused = { status: 413, code: 'too-large', error: message, details };
    const pictures = [makePictureOf(png.length), makePictureOf(rules.bytes + 1)];
    expect(await send(pictures, other)).toMatchObject(refused);
    // storage.rules reject files above the stylizer's limit.
    if (tool.name === 'upscale') {
      expect(await sendJson(await putUploads(other, pictures), other)).toMatchObject(refused);
    }
    expect(await tool.listBatches(other)).toEqual([]);
  });

  test('rejects a batch without images [T5.4.6]', async () => {
    const refused = { status: 400, code: 'bad-request' };
    expect(await send([])).toMatchObject({ ...refused, error: 'Select at least one image.' });
    expect(await sendJson({ folder: randomUUID(), files: [] })).toMatchObject({
      ...refused,
      details: [{ path: 'files', message: 'Select at least one image.' }],
    });
  });

  test('accepts 100 images at once, and more for the upscaler [T9.0.21, D-uploads.9]', async () => {
    const count = tool.name === 'upscale' ? 101 : 100;
    const id = await startWith(tool, artist, makePictures(count));
    expect(await readItems(id)).toHaveLength(count);
    await callApi('DELETE', addressOf(tool.calls.remove, id), { as: artist });
  });

  test('rejects too many images before anything else is checked [T9.0.13, T9.0.21, D-uploads.9]', async () => {
    expect(await sendJson(name(rules.files))).toMatchObject({ status: 404 });
    expect(await sendJson(name(rules.files + 1))).toMatchObject({ status: 400, error: rules.tooMany });
    const tooMany = { upscale: 413, stylizer: 400 }[tool.name];
    expect(await send(makePictures(rules.files + 1))).toMatchObject({ status: tooMany });
  });
});
