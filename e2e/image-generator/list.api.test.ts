import { GenerationBatchSchema, generatorCalls } from '@portal/contracts/image-generator';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { listBatches, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, release, setLatency } from '../support/sandbox.ts';
import { BATCHES, newPrompt, pathOf } from '../support/api-files.ts';

const THREE_DAYS_MS = 72 * 3_600_000;

beforeAll(() => setLatency(0));

async function readList(as: Account, etag?: string) {
  const { status, headers, body } = await callApi('GET', BATCHES, {
    as,
    ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
  });
  const tag = headers.get('etag') ?? '';
  expect(tag).toMatch(/^(W\/)?".+"$/);
  const batches = status === 304 ? undefined : generatorCalls.list.response.parse(body).batches;
  return { status, etag: tag, batches };
}

/** Waits until the list stops changing. */
async function waitForStableList(as: Account) {
  let last = await readList(as);
  for (;;) {
    const next = await readList(as, last.etag);
    if (next.status === 304) return last;
    last = next;
  }
}

test('lists the caller’s batches newest first, with their settings [T1.3, T1.6, T2.1.6, T3.2.1, T7.1.2]', async () => {
  const artist = await signIn(newEmail());
  expect(await readList(artist)).toMatchObject({ status: 200, batches: [] });
  const ids: string[] = [];
  const request = makeRequest('stability', { negativePrompt: 'blur', seed: 7, prompt: 'two kites' });
  for (let count = 0; count < 4; count += 1) ids.unshift(await startBatch(artist, request));
  const batches = await listBatches(artist);
  expect(batches.map(({ id }) => id)).toEqual(ids);
  const { quantity: _, ...settings } = request;
  const first = z.strictObject(GenerationBatchSchema.shape).parse(batches[0]);
  expect(first).toMatchObject({ ...settings, requestedCount: 1, cfgScale: 5 });
  expect(first.customName).toMatch(/^\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d\s[AP]M$/);
  expect(Date.parse(first.expiresAt) - Date.parse(first.createdAt)).toBe(THREE_DAYS_MS);
});

test('names a new batch by the caller’s local time', async () => {
  const artist = await signIn(newEmail());
  const zone = 'Pacific/Kiritimati';
  const headers = { 'x-time-zone': zone };
  await callApi('POST', '/api/image-generator/generate', { as: artist, body: makeRequest('xai'), headers });
  const [batch] = await listBatches(artist);
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone: zone } as const;
  expect(batch?.customName).toBe(
    new Intl.DateTimeFormat('en-US', style).format(new Date(batch?.createdAt ?? '')),
  );
});

test('changes the ETag with every batch change, and answers 304 otherwise [D-answers-and-errors-of-the-api.7, D-answers-and-errors-of-the-api.8]', async () => {
  const artist = await signIn(newEmail());
  const otherUser = await signIn(newEmail());
  let known = await readList(artist);
  const seen = [known.etag];
  const isNew = async (happening: string) => {
    const next = await readList(artist, known.etag);
    expect({ happening, status: next.status }).toEqual({ happening, status: 200 });
    known = await waitForStableList(artist);
    expect(seen).not.toContain(known.etag);
    seen.push(known.etag);
  };

  const id = await startBatch(artist, makeRequest('xai'));
  await isNew('a new batch');
  await waitForBatch(artist, id);
  if (known.batches?.[0]?.status !== 'completed') await isNew('new images');
  await callApi('PATCH', `${pathOf(id)}/name`, { as: artist, body: { name: 'Renamed' } });
  await isNew('a new name');
  const prompt = newPrompt('cancelled');
  await addFaults({ provider: 'xai', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  const cancelled = await startBatch(artist, makeRequest('xai', { prompt, quantity: 30 }));
  await isNew('another batch');
  await callApi('POST', `${pathOf(cancelled)}/cancel`, { as: artist });
  await release();
  await waitForBatch(artist, cancelled);
  await isNew('a cancelled batch');
  await callApi('DELETE', pathOf(id), { as: artist });
  await isNew('a deleted batch');

  await startBatch(otherUser, makeRequest('xai'));
  const same = await callApi('GET', BATCHES, { as: artist, headers: { 'if-none-match': known.etag } });
  expect({ status: same.status, body: same.body, etag: same.headers.get('etag') }).toEqual({
    status: 304,
    body: undefined,
    etag: known.etag,
  });
  expect((await readList(artist, '"something else"')).status).toBe(200);
  expect((await readList(otherUser, known.etag)).status).toBe(200);
  await callApi('DELETE', BATCHES, { as: artist });
  await isNew('a cleared history');
  expect(known.batches).toEqual([]);
});

async function readChanges(as: Account, since: string, etag?: string) {
  const { status, headers, body } = await callApi(
    'GET',
    `${generatorCalls.changes.path}?since=${encodeURIComponent(since)}`,
    { as, ...(etag !== undefined && { headers: { 'if-none-match': etag } }) },
  );
  return {
    status,
    etag: headers.get('etag') ?? '',
    changes: status === 304 ? undefined : generatorCalls.changes.response.parse(body),
  };
}

test('answers what has changed since an ETag: batches and deleted ids [D-answers-and-errors-of-the-api.7]', async () => {
  const artist = await signIn(newEmail());
  const otherUser = await signIn(newEmail());
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push(await startBatch(artist, makeRequest('xai')));
  for (const id of ids) await waitForBatch(artist, id);
  const [renamed, deleted, unchanged] = ids;
  const known = await waitForStableList(artist);
  expect(await readChanges(artist, known.etag, known.etag)).toEqual({
    status: 304,
    etag: known.etag,
    changes: undefined,
  });

  await callApi('PATCH', `${pathOf(renamed ?? '')}/name`, { as: artist, body: { name: 'Renamed' } });
  await callApi('DELETE', pathOf(deleted ?? ''), { as: artist });
  await startBatch(otherUser, makeRequest('xai'));
  const after = await readChanges(artist, known.etag, known.etag);
  const now = await readList(artist);
  const inList = now.batches?.find(({ id }) => id === renamed);
  expect(after).toMatchObject({
    status: 200,
    changes: { changed: [inList], removed: [deleted], isWhole: false },
  });
  expect(inList?.customName).toBe('Renamed');
  expect(Math.abs(Date.parse(after.changes?.time ?? '') - Date.now())).toBeLessThan(60_000);
  expect((await readChanges(artist, after.etag, after.etag)).status).toBe(304);
  // Without the header there is always a response.
  expect((await readChanges(artist, after.etag)).changes).toMatchObject({ changed: [], removed: [] });

  const foreign = await readChanges(otherUser, known.etag);
  expect(foreign.changes).toMatchObject({ isWhole: true, removed: [] });
  expect(foreign.changes?.changed.map(({ id }) => id)).not.toContain(unchanged);
  expect((await callApi('GET', generatorCalls.changes.path, { as: artist })).status).toBe(400);
});
