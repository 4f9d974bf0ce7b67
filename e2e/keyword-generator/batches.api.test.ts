import {
  getFailedItems,
  getKeywordPrice,
  keywordCalls,
  renameKeywordBatch,
} from '@portal/contracts/keyword-generator';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import {
  addFaultsOf,
  ANALYZE,
  BATCHES,
  listBatches,
  makePictures,
  originalOf,
  pathOf,
  previewOf,
  readBatch,
  startKeywords,
  waitForBatch,
} from '../support/keywords.ts';
import { clearFaults, countCalls, isHeld, releaseCalls, setLatency } from '../support/sandbox.ts';
import { putUploads, startByJson } from '../support/send-pictures.ts';
import { fetchFile } from '../support/api-files.ts';
import { readZip } from '../support/read-zip.ts';

const UNWRITTEN = {
  seo_image_title: '',
  seo_description: '',
  keywords: [],
  category: null,
  edited: false,
  extension: null,
};

let writer: Account;
beforeAll(async () => {
  await setLatency(0);
  writer = await signIn(newEmail());
  // The first call is slow, and the sandbox holds calls for a few seconds only.
  await waitForBatch(writer, await startKeywords(writer, await makePictures('warm')));
});
afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});

test('starts the same batch from a form and from JSON, with defaults [T1.10, T7.3.1, T7.3.2, T7.3.3, T7.3.4, T3.6.1, T3.6.2, D-providers.15, D-media.12]', async () => {
  const pictures = await makePictures('form', 'json');
  const options = {
    batchName: 'Kites',
    context: 'a kite festival',
    mustAppear: ['Wind', 'flying kites'],
    mustNotAppear: ['orange'],
    keywordCount: 12,
    language: 'German',
  };
  const texts = Object.entries(options).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const ids = [
    await startKeywords(writer, pictures, Object.fromEntries(texts)),
    await startByJson(writer, ANALYZE, await putUploads(writer, pictures), options),
    await startKeywords(writer, pictures),
  ];
  const [byForm, byJson, byDefault] = await Promise.all(ids.map((id) => waitForBatch(writer, id)));
  const { batchName: name, ...kept } = options;
  for (const batch of [byForm, byJson]) expect(batch).toMatchObject({ name, ...kept, status: 'completed' });
  expect(byDefault).toMatchObject({
    status: 'completed',
    progress: 100,
    completedCount: 2,
    images: pictures.map((picture) => picture.name),
    failedItems: [],
    ...{ context: '', mustAppear: [], mustNotAppear: [], keywordCount: 50, language: 'English' },
  });
  expect(byDefault?.name).toMatch(/^\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d\s[AP]M$/);
  for (const [index, result] of (byForm?.results ?? []).entries()) {
    expect(result).toMatchObject({ index, status: 'completed', extension: 'png', edited: false });
    expect(result.keywords).toEqual(expect.arrayContaining(['wind', 'flying kites']));
    expect(result.keywords).not.toContain('orange');
    expect(result.keywords).toHaveLength(12);
    expect(byJson?.results[index]?.keywords).toEqual(result.keywords);
  }
  for (const { keywords, seo_image_title: title } of byDefault?.results ?? []) {
    expect(title).not.toBe('');
    expect(keywords.length).toBeGreaterThan(5);
    expect(keywords.length).toBeLessThanOrEqual(50);
  }
});

test('reports each image of a running batch, and rejected ones as failed items [T3.6.3, T4.1.2, T7.3.6, T8.4.4]', async () => {
  const pictures = await makePictures('good', 'refused', 'held');
  const [good, refused, held] = pictures;
  if (!good || !refused || !held) throw new Error('Expected three.');
  await addFaultsOf([refused], { kind: 'refusal' });
  await addFaultsOf([held], { kind: 'hold' });
  const id = await startKeywords(writer, pictures);
  await expect.poll(() => isHeld(held.name)).toBe(true);
  const working = await waitForBatch(
    writer,
    id,
    ({ completedCount, failedCount }) => completedCount === 1 && failedCount === 1,
  );
  expect(working).toMatchObject({ status: 'processing', progress: 67, endedAt: null, runningItems: [2] });
  expect(working.results.map(({ status }) => status)).toEqual(['completed', 'failed', 'processing']);
  for (const index of [1, 2]) {
    const fileName = pictures[index]?.name ?? '';
    expect(working.results[index]).toMatchObject({
      ...UNWRITTEN,
      index,
      fileName,
      originalUrl: originalOf(id, index),
      previewUrl: previewOf(id, fileName),
    });
  }
  const { body } = await callApi('GET', `${pathOf(id)}/failed-items`, { as: writer });
  expect(body).toEqual({
    failedItems: [
      {
        index: 1,
        fileName: refused.name,
        previewUrl: previewOf(id, refused.name),
        error: expect.stringMatching(/content rules/),
        attempts: 1,
      },
    ],
  });
  expect(working.failedItems).toEqual(getFailedItems.response.parse(body).failedItems);
  await clearFaults();
  await releaseCalls();
  expect(await waitForBatch(writer, id)).toMatchObject({
    status: 'completed',
    progress: 100,
    completedCount: 2,
  });
});

test('queues items that have not started; a cancel keeps the others, also in the ZIP [T4.1.2, T4.5.5, D-batches.4]', async () => {
  const pictures = await makePictures(...Array.from({ length: 14 }, (_, index) => `cancelled ${index}`));
  await addFaultsOf(pictures, { kind: 'hold' });
  const id = await startKeywords(writer, pictures);
  const started = await readBatch(writer, id);
  expect(started.results.at(-1)).toMatchObject({ index: 13, status: 'queued' });
  // Or all of them are cancelled, and there is no ZIP.
  await expect.poll(async () => (await countCalls(pictures[0]?.name ?? '')).received).toBe(1);
  const { body } = await callApi('POST', `${pathOf(id)}/cancel`, { as: writer });
  const { cancelledCount, results } = keywordCalls.cancel.response.parse(body).batch;
  expect(cancelledCount).toBeGreaterThan(0);
  expect(results.filter(({ status }) => status === 'cancelled')).toHaveLength(cancelledCount);
  await clearFaults();
  await releaseCalls();
  expect(await waitForBatch(writer, id)).toMatchObject({
    cancelledCount,
    failedCount: 0,
    completedCount: 14 - cancelledCount,
    progress: 100,
  });
  const zip = await fetchFile(writer, `${pathOf(id)}/download-zip`);
  expect(await readZip(zip.bytes)).toHaveLength(14 - cancelledCount);
  expect(await countCalls(pictures.at(-1)?.name ?? '')).toMatchObject({ received: 0 });
});

test('renames a batch and returns the updated batch [T7.3.5]', async () => {
  const id = await startKeywords(writer, await makePictures('renamed'));
  const before = await waitForBatch(writer, id);
  const rename = (name: unknown) => callApi('PATCH', pathOf(id), { as: writer, body: { name } });
  for (const [name, kept] of [
    ['  Füchse/狐 <b>"🦊"</b> ', 'Füchse/狐 <b>"🦊"</b>'],
    ['n'.repeat(150), 'n'.repeat(150)],
  ]) {
    const { status, body } = await rename(name);
    expect(status).toBe(200);
    expect(renameKeywordBatch.response.parse(body).batch).toEqual({ ...before, name: kept });
  }
  for (const name of ['', ' \n ', 'n'.repeat(151), 7, null, undefined]) {
    expect(await rename(name)).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } });
  }
  expect(await readBatch(writer, id)).toEqual({ ...before, name: 'n'.repeat(150) });
});

test('deletes a batch with its images, and the whole history [T7.3.9, T7.3.10]', async () => {
  const other = await signIn(newEmail());
  const ids = await Promise.all(
    ['one', 'two', 'three'].map(async (about) => startKeywords(other, await makePictures(about))),
  );
  for (const id of ids) await waitForBatch(other, id);
  const [deleted = '', ...left] = ids;
  const remove = (path: string) => callApi('DELETE', path, { as: other });
  expect(await remove(pathOf(deleted))).toMatchObject({ status: 204, body: undefined });
  expect((await remove(pathOf(deleted))).status).toBe(404);
  expect((await listBatches(other)).map(({ id }) => id).toSorted()).toEqual(left.toSorted());
  expect((await fetchFile(other, originalOf(deleted))).status).toBe(404);
  expect(await remove(BATCHES)).toMatchObject({ status: 204, body: undefined });
  expect(await listBatches(other)).toEqual([]);
  for (const id of left) expect((await callApi('GET', pathOf(id), { as: other })).status).toBe(404);
});

test('the cost of an image is close to the estimate', async () => {
  const { body } = await callApi('GET', getKeywordPrice.path, { as: writer });
  const { price } = z.strictObject(getKeywordPrice.response.shape).parse(body);
  const batch = await waitForBatch(writer, await startKeywords(writer, await makePictures('one', 'two')));
  expect(batch.estimate).toBeCloseTo(2 * price, 6);
  expect(batch.cost).toBeGreaterThan(0);
  expect(batch.cost).toBeLessThan(2 * batch.estimate);
});
