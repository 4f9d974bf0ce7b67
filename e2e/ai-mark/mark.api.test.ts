/** The mark of AI in the files of each tool, read by sharp. */
import { randomUUID } from 'node:crypto';
import { keywordCalls } from '@portal/contracts/keyword-generator';
import type { Source } from '@portal/contracts/source';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { downloadOf, fetchFile } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import * as generator from '../support/generator.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import * as keywords from '../support/keywords.ts';
import { addressOf, listImages, stylizer, upscaler, type PictureTool } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import { setLatency } from '../support/sandbox.ts';
import { putUploads, readStarted, type UploadAddress } from '../support/send-pictures.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterAll(resetTools);

const send = async (path: UploadAddress, body: object) =>
  readStarted(
    await callApi('POST', path, { as: artist, body, headers: { 'idempotency-key': randomUUID() } }),
  );
const result = (batchId: string): { from: Source } => ({ from: { batchId, index: 0, kind: 'result' } });

async function readMark(bytes: Buffer): Promise<string | undefined> {
  const { xmpAsString = '' } = await sharp(bytes).metadata();
  return /digitalsourcetype\/(\w+)/.exec(xmpAsString)?.[1];
}

/** Of the image itself and of its copy in the batch's ZIP. */
async function readMarks(tool: PictureTool, id: string) {
  const [image] = await listImages(tool, artist, id);
  const [zipped] = await readZip((await fetchFile(artist, addressOf(tool.calls.download, id))).bytes);
  const single = (await fetchFile(artist, image?.webUrl ?? '')).bytes;
  return [await readMark(single), await readMark(zipped?.bytes ?? Buffer.alloc(0))];
}

async function run(tool: PictureTool, body: object): Promise<string> {
  const id = await send(tool.startPath, { ...tool.fields, ...body });
  expect(await tool.waitForBatch(artist, id)).toMatchObject({ done: 1 });
  return id;
}

test.each(['openai', 'xai'] as const)(
  'an image from %s carries the mark from tool to tool [D-ai-mark.1, D-ai-mark.2]',
  async (provider) => {
    // Each with one of the engines.
    await setTool('upscaleEngine', provider === 'xai' ? 'on-device' : 'cloudinary');
    const prompt = generator.makePrompt('is marked');
    const generated = await generator.startBatch(
      artist,
      generator.makeRequest(provider, { prompt, quantity: 1 }),
    );
    await generator.waitForBatch(artist, generated);
    const [made] = await readZip((await fetchFile(artist, downloadOf(generated))).bytes);
    expect(await readMark(made?.bytes ?? Buffer.alloc(0))).toBe('trainedAlgorithmicMedia');

    const upscaled = await run(upscaler, { files: [result(generated)], quality: 'fast' });
    expect(await readMarks(upscaler, upscaled)).toEqual(Array(2).fill('trainedAlgorithmicMedia'));
    const styled = await run(stylizer, { files: [result(upscaled)] });
    expect(await readMarks(stylizer, styled)).toEqual(Array(2).fill('compositeWithTrainedAlgorithmicMedia'));

    const written = await send(keywords.ANALYZE, { files: [result(styled)] });
    const { results } = await keywords.waitForBatch(artist, written);
    // What agencies that refuse AI are told.
    expect(results).toMatchObject([{ isMadeByAi: true }]);
    const zip = await readZip((await fetchFile(artist, addressOf(keywordCalls.download, written))).bytes);
    const picture = zip.find(({ name }) => !name.endsWith('.csv'));
    expect(await readMark(picture?.bytes ?? Buffer.alloc(0))).toBe('compositeWithTrainedAlgorithmicMedia');
  },
);

test('marks a styled photograph as AI, an enlarged one as enhanced, an upload never [D-ai-mark.3, D-ai-mark.4]', async () => {
  await setTool('upscaleEngine', 'on-device');
  const photograph = { name: 'photograph.png', bytes: await drawPicture() };
  const written = await send(keywords.ANALYZE, await putUploads(artist, [photograph]));
  const { results } = await keywords.waitForBatch(artist, written);
  expect(results[0]?.isMadeByAi).toBeUndefined();
  expect(await readMark((await fetchFile(artist, keywords.originalOf(written, 0))).bytes)).toBeUndefined();
  const zip = await readZip((await fetchFile(artist, addressOf(keywordCalls.download, written))).bytes);
  const picture = zip.find(({ name }) => !name.endsWith('.csv'));
  expect(await readMark(picture?.bytes ?? Buffer.alloc(0))).toBeUndefined();

  const upscaled = await run(upscaler, await putUploads(artist, [photograph]));
  expect(await readMarks(upscaler, upscaled)).toEqual(Array(2).fill('algorithmicallyEnhanced'));
  const styled = await run(stylizer, await putUploads(artist, [photograph]));
  expect(await readMarks(stylizer, styled)).toEqual(Array(2).fill('compositeWithTrainedAlgorithmicMedia'));
});
