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

const edit = (id: string, texts: KeywordTexts, index = 0) =>
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
  await expect.poll(() => isHeld(held.name)).toBe(true);

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
