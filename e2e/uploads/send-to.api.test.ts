/** Pictures of earlier batches as the input of a new one, which the server copies. */
import { randomUUID } from 'node:crypto';
import { ApiErrorSchema } from '@portal/contracts/api-error';
import { generatorCalls } from '@portal/contracts/image-generator';
import { keywordCalls } from '@portal/contracts/keyword-generator';
import { getLineage, LineageSchema } from '@portal/contracts/lineage';
import type { Source } from '@portal/contracts/source';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { downloadOf, fetchFile } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import { deliverAgain, readItems } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import * as generator from '../support/generator.ts';
import { resetTools, setTool } from '../support/jobs.ts';
import * as keywords from '../support/keywords.ts';
import { addressOf, originalOf, pictureTools, stylizer, upscaler } from '../support/picture-tools.ts';
import { digestPixels, drawPicture } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import { countByProvider, setLatency } from '../support/sandbox.ts';
import { putUploads, readStarted, type UploadAddress } from '../support/send-pictures.ts';

const HOLDS = `http://${config.firestoreAddress}/emulator/v1/projects/${config.projectId}:holdCommits`;
const GONE = 'This picture was deleted or expired before work on it started. You were not charged.';
const NO_BATCH = 'Batch not found.';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  // Faster than our own model.
  await setTool('upscaleEngine', 'cloudinary');
  artist = await signIn(newEmail());
});
afterEach(() => fetch(HOLDS, { method: 'DELETE' }));
afterAll(resetTools);

const send = (path: UploadAddress, body: object, { as = artist, key = randomUUID() } = {}) =>
  callApi('POST', path, { as, body, headers: { 'idempotency-key': key } });

const result = (batchId: string, index = 0): { from: Source } => ({
  from: { batchId, index, kind: 'result' },
});

async function generate(name: string, quantity = 1): Promise<string> {
  const prompt = generator.makePrompt(name);
  const id = await generator.startBatch(artist, generator.makeRequest('xai', { prompt, quantity }));
  await generator.waitForBatch(artist, id);
  return id;
}

async function readLineage(id: string) {
  const { body } = await callApi('GET', addressOf(getLineage, id), { as: artist });
  return LineageSchema.parse(body);
}

test('sends pictures from tool to tool without an upload, and pays once for each [D-one-studio.1]', async () => {
  const before = await countByProvider();
  const source = await generate('walks through the tools', 2);
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
  await expect
    .poll(async () => (await firestore.doc(`batches/${source}`).get()).exists, { timeout: 30_000 })
    .toBe(false);
  const original = await fetchFile(artist, keywords.originalOf(written, 1));
  expect(original.bytes.equals(first.bytes)).toBe(true);
  const zip = await readZip((await fetchFile(artist, addressOf(keywordCalls.download, written))).bytes);
  const zipped = await Promise.all(zip.map(({ bytes }) => digestPixels(bytes)));
  expect(zipped).toContain(await digestPixels(first.bytes));
  expect((await readLineage(written)).sources).toMatchObject([{ batchId: upscaled, isGone: true }]);
});

test.each([...pictureTools, { name: 'keyword-generator', startPath: keywords.ANALYZE, fields: {} }])(
  "$name answers 404 to another user's batch and to an unknown one, and starts nothing [D-one-studio.2]",
  async ({ startPath, fields }) => {
    const other = await signIn(newEmail());
    const source = await generate('belongs to the artist');
    for (const batchId of [source, 'unknown']) {
      const { status, body } = await send(startPath, { ...fields, files: [result(batchId)] }, { as: other });
      expect({ status, ...ApiErrorSchema.parse(body) }).toMatchObject({
        status: 404,
        code: 'not-found',
        error: NO_BATCH,
        details: [{ path: 'files.0', message: NO_BATCH }],
      });
    }
    const started = await firestore.collection('batches').where('owner', '==', other.uid).get();
    expect(started.size).toBe(0);
    const lineage = await callApi('GET', addressOf(getLineage, source), { as: other });
    expect(lineage.status).toBe(404);
  },
);

test('a double click starts one batch and pays once', async () => {
  const source = await generate('is clicked twice', 2);
  const before = await countByProvider();
  const key = randomUUID();
  const click = (...files: object[]) => send(stylizer.startPath, { ...stylizer.fields, files }, { key });
  const [id = '', ...others] = (
    await Promise.all([click(result(source)), click(result(source)), click(result(source))])
  ).map(readStarted);
  expect(new Set(others)).toEqual(new Set([id]));
  expect(await click(result(source, 1))).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await stylizer.waitForBatch(artist, id)).toMatchObject({ done: 1 });
  await callApi('DELETE', addressOf(generatorCalls.remove, source), { as: artist });
  expect(readStarted(await click(result(source)))).toBe(id);
  expect(await click(result(source, 1))).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await countByProvider()).openai.paid - before.openai.paid).toBe(1);
});

test('a source that is deleted or expires while queued fails alone and costs nothing', async () => {
  const [deleted, expired] = await Promise.all([generate('is deleted'), generate('expires')]);
  const uploads = await putUploads(artist, [{ name: 'own.png', bytes: await drawPicture() }]);
  const before = await countByProvider();
  await fetch(HOLDS, {
    method: 'PUT',
    body: JSON.stringify({ documents: '/items/', field: 'state', value: 'claimed' }),
  });
  const id = readStarted(
    await send(stylizer.startPath, {
      ...stylizer.fields,
      folder: uploads.folder,
      files: [result(deleted), ...uploads.files, result(expired)],
    }),
  );
  const readStates = async () => (await readItems(id)).map(({ state }) => state);
  await expect.poll(readStates, { timeout: 30_000 }).toEqual(['claimed', 'claimed', 'claimed']);
  expect((await fetchFile(artist, originalOf(stylizer, id))).status, 'before it is copied').toBe(200);
  await callApi('DELETE', addressOf(generatorCalls.remove, deleted), { as: artist });
  await firestore.doc(`batches/${expired}`).update({ expiresAt: Timestamp.fromMillis(Date.now() - 1000) });
  await fetch(HOLDS, { method: 'DELETE' });

  const batch = await stylizer.waitForBatch(artist, id);
  expect(batch).toMatchObject({
    status: 'completed',
    done: 1,
    failures: [0, 2].map((index) => ({ index, state: 'failed', reason: GONE, permanent: 'unreadable' })),
    retryable: { failed: 0 },
  });
  expect((await readItems(id)).map(({ cost }) => cost > 0)).toEqual([false, true, false]);
  const after = await countByProvider();
  expect(after.openai.received - before.openai.received).toBe(1);
  expect((await fetchFile(artist, originalOf(stylizer, id))).status).toBe(404);
  expect((await readLineage(id)).sources.map(({ isGone }) => isGone)).toEqual([true, true]);
});
