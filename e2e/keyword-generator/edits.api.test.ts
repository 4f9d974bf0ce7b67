import { editKeywordResult, type KeywordTexts } from '@portal/contracts/keyword-generator';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import {
  addFaultsOf,
  listBatches,
  makePictures,
  readBatch,
  resultOf,
  startKeywords,
  TEXTS,
  waitForBatch,
} from '../support/keywords.ts';
import { clearFaults, isHeld, releaseCalls, setLatency } from '../support/sandbox.ts';

let writer: Account;
beforeAll(async () => {
  await setLatency(0);
  writer = await signIn(newEmail());
});
afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});

const edit = (id: string, texts: unknown, index: number | string = 0) =>
  callApi('PATCH', resultOf(id, index), { as: writer, body: texts });

async function keep(id: string, texts: KeywordTexts, index = 0) {
  const { status, body } = await edit(id, texts, index);
  expect(status).toBe(200);
  return z.strictObject(editKeywordResult.response.shape).parse(body).result;
}

test('keeps edits while the batch runs, when it ends, and after', async () => {
  const pictures = await makePictures('edited', 'held');
  const [, held] = pictures;
  if (!held) throw new Error('Expected two.');
  await addFaultsOf([held], { kind: 'hold' });
  const id = await startKeywords(writer, pictures);
  const working = await waitForBatch(writer, id, ({ completedCount }) => completedCount === 1);
  await expect.poll(() => isHeld(held.name), { timeout: 45_000 }).toBe(true);

  const unwritten = await edit(id, TEXTS, 1);
  expect(unwritten).toMatchObject({
    status: 409,
    body: { code: 'conflict', error: 'This picture has no texts yet.' },
  });
  expect(await keep(id, TEXTS)).toEqual({ ...working.results[0], ...TEXTS, edited: true });
  const seen = await readBatch(writer, id);
  expect(seen).toMatchObject({ status: 'processing', completedCount: 1 });
  expect(seen.results[0]).toMatchObject({ ...TEXTS, edited: true });

  await clearFaults();
  await releaseCalls();
  const ended = await waitForBatch(writer, id);
  expect(ended.results[0]).toMatchObject({ ...TEXTS, edited: true });
  expect(ended.results[1]).toMatchObject({ status: 'completed', edited: false });

  const later: KeywordTexts = { ...TEXTS, keywords: ['kite', 'Drachen'], category: null };
  const written = ended.results[1];
  expect(await keep(id, later, 1)).toEqual({ ...written, ...later, edited: true });
  const lists = [(await listBatches(writer)).find((batch) => batch.id === id), await readBatch(writer, id)];
  for (const batch of lists) {
    expect(batch?.results[0]).toMatchObject({ ...TEXTS, edited: true });
    expect(batch?.results[1]).toMatchObject({ ...later, edited: true });
  }
});

test('accepts an edit at the limits, and rejects one past them with its field [D-media.12]', async () => {
  const id = await startKeywords(writer, await makePictures('limits'));
  await waitForBatch(writer, id);
  const keywords = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(60, 'k'));
  const longest = {
    seo_image_title: 't'.repeat(200),
    seo_description: 'd'.repeat(500),
    keywords,
    category: 1,
  };
  const kept = await keep(id, longest);
  expect(kept).toMatchObject(longest);
  const WRONG: [path: string, changes: Record<string, unknown>][] = [
    ['seo_image_title', { seo_image_title: 't'.repeat(201) }],
    ['seo_image_title', { seo_image_title: ' ' }],
    ['seo_image_title', { seo_image_title: undefined }],
    ['seo_description', { seo_description: 'd'.repeat(501) }],
    ['seo_description', { seo_description: '' }],
    ['seo_description', { seo_description: null }],
    ['keywords', { keywords: [] }],
    ['keywords', { keywords: [...keywords, 'one more'] }],
    ['keywords', { keywords: 'a, b' }],
    ['keywords.1', { keywords: ['fine', 'k'.repeat(61)] }],
    ['keywords.0', { keywords: ['  '] }],
    ['category', { category: 22 }],
    ['category', { category: '7' }],
    ['category', { category: undefined }],
  ];
  for (const [path, changes] of WRONG) {
    expect({ path, ...(await edit(id, { ...TEXTS, ...changes })) }).toMatchObject({
      path,
      status: 400,
      body: { code: 'bad-request', details: [{ path, message: expect.any(String) }] },
    });
  }
  expect((await edit(id, TEXTS, 1)).status).toBe(404);
  for (const index of ['-1', 'a', '1.5', '12345']) {
    expect(await edit(id, TEXTS, index)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'index' }] },
    });
  }
  expect((await readBatch(writer, id)).results[0]).toEqual(kept);
});
