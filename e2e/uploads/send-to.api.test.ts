/** Pictures of earlier batches as the input of a new one, which the server copies. */
import { randomUUID } from 'node:crypto';
import { generatorCalls } from '@portal/contracts/image-generator';
import { keywordCalls } from '@portal/contracts/keyword-generator';
import { getLineage, LineageSchema } from '@portal/contracts/lineage';
import type { Source } from '@portal/contracts/source';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { downloadOf, fetchFile } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import { deliverAgain } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import * as generator from '../support/generator.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import * as keywords from '../support/keywords.ts';
import { addressOf, upscaler } from '../support/picture-tools.ts';
import { digestPixels, drawPicture } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import { countByProvider, setLatency } from '../support/sandbox.ts';
import { putUploads, readStarted, type UploadAddress } from '../support/send-pictures.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  // Faster than our own model.
  await setTool('upscaleEngine', 'cloudinary');
  artist = await signIn(newEmail());
});
afterAll(resetTools);

const send = (path: UploadAddress, body: object) =>
  callApi('POST', path, { as: artist, body, headers: { 'idempotency-key': randomUUID() } });

const result = (batchId: string, index = 0): { from: Source } => ({
  from: { batchId, index, kind: 'result' },
});

async function readLineage(id: string) {
  const { body } = await callApi('GET', addressOf(getLineage, id), { as: artist });
  return LineageSchema.parse(body);
}

test('sends pictures from tool to tool without an upload, and pays once for each [D-one-studio.1]', async () => {
  const before = await countByProvider();
  const prompt = generator.makePrompt('walks through the tools');
  const source = await generator.startBatch(artist, generator.makeRequest('xai', { prompt, quantity: 2 }));
  await generator.waitForBatch(artist, source);
  const [first, second] = await readZip((await fetchFile(artist, downloadOf(source))).bytes);
  if (!first || !second) throw new Error('The source has no images.');
  const upload = { name: 'own.png', bytes: await drawPicture() };
  const { folder, files } = await putUploads(artist, [upload]);
  const upscaled = readStarted(
    await send(upscaler.startPath, { folder, files: [result(source, 1), ...files, result(source)] }),
  );
  expect(await upscaler.waitForBatch(artist, upscaled)).toMatchObject({
    done: 3,
    fileNames: [second.name, 'own.png', first.name],
    origins: [
      { index: 0, from: { batchId: source, tool: 'image-generator', index: 1, kind: 'result' } },
      { index: 2, from: { batchId: source, tool: 'image-generator', index: 0, kind: 'result' } },
    ],
  });

  const written = readStarted(
    await send(keywords.ANALYZE, {
      files: [result(upscaled), { from: { batchId: upscaled, index: 2, kind: 'original' } }],
    }),
  );
  const stem = second.name.replace(/\.\w+$/, '');
  await Promise.all([0, 1, 0, 1].map((index) => deliverAgain('writeWithOpenai', written, index)));
  expect(await keywords.waitForBatch(artist, written)).toMatchObject({
    completedCount: 2,
    images: [expect.stringMatching(`^${stem}_upscaled\\.\\w+$`), first.name],
  });
  const after = await countByProvider();
  expect(after.xai.paid - before.xai.paid).toBe(2);
  expect(after.openai.paid - before.openai.paid).toBe(2);

  const { sources, sentTo } = await readLineage(upscaled);
  expect(sources).toMatchObject([{ batchId: source, isGone: false }]);
  expect(sentTo).toMatchObject([{ batchId: written, tool: 'keyword-generator' }]);

  await callApi('DELETE', addressOf(generatorCalls.remove, source), { as: artist });
  await callApi('DELETE', addressOf(upscaler.calls.remove, upscaled), { as: artist });
  await expect.poll(async () => (await firestore.doc(`batches/${source}`).get()).exists).toBe(false);
  const original = await fetchFile(artist, keywords.originalOf(written, 1));
  expect(original.bytes.equals(first.bytes)).toBe(true);
  const zip = await readZip((await fetchFile(artist, addressOf(keywordCalls.download, written))).bytes);
  const zipped = await Promise.all(zip.map(({ bytes }) => digestPixels(bytes)));
  expect(zipped).toContain(await digestPixels(first.bytes));
  expect((await readLineage(written)).sources).toMatchObject([{ batchId: upscaled, isGone: true }]);
});
