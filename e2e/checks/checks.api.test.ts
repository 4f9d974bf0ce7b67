import { BatchStartedSchema } from '@portal/contracts/batches';
import { checkPictures, dismissCheck, getCheckPrice } from '@portal/contracts/check-calls';
import type { PictureChecks } from '@portal/contracts/checks';
import { renameGenerationBatch } from '@portal/contracts/image-generator';
import { listLibrary, type LibraryBatch } from '@portal/contracts/library';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { startKeywords, waitForBatch as waitForKeywords } from '../support/keywords.ts';
import { drawPicture } from '../support/pictures.ts';
import { addFaults, countCalls, setLatency } from '../support/sandbox.ts';
import { readSpendOf } from '../support/spend.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});

const readLibrary = async (as = artist): Promise<LibraryBatch[]> =>
  listLibrary.response.parse((await callApi('GET', listLibrary.path, { as })).body).batches;

async function readChecks(batchId: string): Promise<(PictureChecks | undefined)[]> {
  const batch = (await readLibrary()).find(({ id }) => id === batchId);
  return batch?.pictures.map(({ checks }) => checks) ?? [];
}

/** Its pictures have this name, which the sandbox reads. */
async function makeImages(batchName: string, quantity: number): Promise<string> {
  const id = await startBatch(artist, makeRequest('xai', { quantity, prompt: 'kites' }));
  await waitForBatch(artist, id);
  await callApi('PATCH', renameGenerationBatch.path.replace('{id}', id), {
    as: artist,
    body: { name: batchName },
  });
  return id;
}

const check = (batchId: string, indexes: readonly number[], options: object = {}, key = randomUUID()) =>
  callApi('POST', checkPictures.path, {
    as: artist,
    body: { pictures: indexes.map((index) => ({ batchId, index, kind: 'result' })), ...options },
    headers: { 'idempotency-key': key },
  });

const ISSUES = [
  expect.objectContaining({ kind: 'text', severity: 'severe' }),
  expect.objectContaining({ kind: 'brand', box: expect.any(Object) }),
];

test('measures every picture that is stored [D-checks.5]', async () => {
  const batchId = await makeImages('kites', 2);
  const checks = await readChecks(batchId);
  expect(checks).toHaveLength(2);
  for (const each of checks) {
    expect(each?.measures).toMatchObject({ hash: expect.any(String), sharpness: expect.any(Number) });
    expect(each?.issues).toBeUndefined();
  }
});

test('checks a selection for its price, once, and shows issues at the pictures', async () => {
  const batchId = await makeImages(`brand text ${randomUUID()}`, 3);
  const { price, provider } = getCheckPrice.response.parse(
    (await callApi('GET', getCheckPrice.path, { as: artist })).body,
  );
  expect(price).toBeGreaterThan(0);
  const key = randomUUID();
  const before = await readSpendOf(artist);
  const started = await check(batchId, [0, 2], {}, key);
  expect({ status: started.status, provider }).toEqual({ status: 202, provider: 'openai' });
  const { batchId: checkId } = BatchStartedSchema.parse(started.body);
  expect(await check(batchId, [0, 2], {}, key)).toMatchObject({ status: 202, body: { batchId: checkId } });
  await expect
    .poll(async () => (await readChecks(batchId)).map((checks) => checks?.issues))
    .toEqual([ISSUES, undefined, ISSUES]);
  await expect
    .poll(async () => (await readLibrary()).find(({ id }) => id === checkId))
    .toMatchObject({ tool: 'check', status: 'completed', doneCount: 2, pictures: [] });
  const { cost = 0 } = (await readLibrary()).find(({ id }) => id === checkId) ?? {};
  expect(cost).toBeGreaterThan(0);
  expect((await readSpendOf(artist)) - before).toBeCloseTo(cost, 6);
});

test('has issues of pictures that got keywords, for the price of the keywords [D-checks.7]', async () => {
  const name = `a brand ${randomUUID()}.png`;
  const id = await startKeywords(artist, [{ name, bytes: await drawPicture() }]);
  await waitForKeywords(artist, id);
  expect((await readChecks(id))[0]).toMatchObject({ issues: [{ kind: 'brand' }], measures: {} });
  expect((await countCalls(name)).paid).toBe(1);
});

test('fails one picture alone, and keeps what was seen before', async () => {
  const mark = randomUUID().slice(0, 8);
  const batchId = await makeImages(`text ${mark}`, 1);
  await check(batchId, [0]);
  await expect.poll(async () => (await readChecks(batchId))[0]?.issues?.length).toBe(1);
  await addFaults({
    provider: 'openai',
    match: { promptIncludes: mark },
    fault: { kind: 'refusal' },
  });
  const { batchId: again } = BatchStartedSchema.parse((await check(batchId, [0])).body);
  await expect.poll(async () => (await readLibrary()).find(({ id }) => id === again)?.status).toBe('failed');
  expect((await readChecks(batchId))[0]?.issues).toHaveLength(1);
});

test('dismisses a check until it is taken back [D-checks.3]', async () => {
  const batchId = await makeImages('kites', 1);
  const dismiss = (isDismissed: boolean, as = artist) =>
    callApi('PATCH', dismissCheck.path.replace('{id}', batchId), {
      as,
      body: { index: 0, kind: 'soft', isDismissed },
    });
  expect(await dismiss(true)).toMatchObject({ status: 200, body: { dismissed: ['soft'] } });
  expect((await readChecks(batchId))[0]?.dismissed).toEqual(['soft']);
  expect((await dismiss(true, await signIn(newEmail()))).status).toBe(404);
  await dismiss(false);
  expect((await readChecks(batchId))[0]?.dismissed ?? []).toEqual([]);
});

test('refuses pictures of others, pictures that are missing, and too many', async () => {
  const batchId = await makeImages('kites', 1);
  const stranger = await signIn(newEmail());
  const pictures = [{ batchId, index: 0, kind: 'result' }];
  expect((await callApi('POST', checkPictures.path, { as: stranger, body: { pictures } })).status).toBe(404);
  expect((await check(batchId, [7])).status).toBe(400);
  expect(
    (
      await check(
        batchId,
        Array.from({ length: 301 }, (_, index) => index),
      )
    ).status,
  ).toBe(400);
  expect((await check(batchId, [])).status).toBe(400);
});
