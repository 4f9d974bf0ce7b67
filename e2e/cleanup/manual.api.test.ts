import { afterEach, beforeEach, expect, test } from 'vitest';
import { ToolNameSchema } from '@portal/contracts/batches';
import type { StorageStats } from '@portal/contracts/storage';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { oneCaseOfEach, waitForRuns, type ToolCase } from '../support/tool-cases.ts';
import { addFaults, isHeld, releaseCalls, setLatency } from '../support/sandbox.ts';
import {
  countRuns,
  hoursAgo,
  listAll,
  postCleanup,
  prepareCleanup,
  readCleanupState,
  readStats,
  restoreCleanup,
  runNightly,
  seedAssets,
  waitForEnd,
} from '../support/storage-cleanup.ts';

let admin: Account;
beforeEach(async () => {
  admin = await prepareCleanup();
});
afterEach(async () => {
  await releaseCalls();
  await restoreCleanup();
});

/** Starts a batch of one image. */
async function start(as: Account, toolCase: ToolCase, text: string) {
  const { mark, start: begin } = await toolCase.prepare(text);
  return { toolCase, mark, id: await begin(as) };
}

test('deletes all images, videos and raw files of every delivery type [P2.38, P3.8, P6.5, P7.7, P7.8, D-media.13, D-media.17, D-media.18]', async () => {
  await postCleanup(admin);
  await seedAssets({ count: 1201, prefix: 'elsewhere/a', type: 'upload' });
  await seedAssets({ count: 30, prefix: 'portal/image-generator/GoneForLong/' });
  await seedAssets({ count: 3, prefix: 'b/', resourceType: 'image', type: 'private' });
  await seedAssets({ count: 620, prefix: 'videos/', resourceType: 'video', type: 'upload' });
  await seedAssets({ count: 7, prefix: 'raw/', resourceType: 'raw', type: 'authenticated' });
  await seedAssets({
    count: 2,
    prefix: 'raw/',
    resourceType: 'raw',
    type: 'private',
    createdAt: hoursAgo(500),
  });
  const answer = await postCleanup(admin);
  expect(answer).toEqual({
    success: true,
    stats: {
      deletedImages: 1234,
      deletedVideos: 620,
      deletedRaw: 9,
      failed: 0,
      durationMs: expect.any(Number),
      continuing: false,
    },
  });
  for (const type of ['upload', 'private', 'authenticated']) {
    for (const resourceType of ['image', 'video', 'raw'])
      expect(await listAll(resourceType, type)).toEqual([]);
  }
  const stats = await readStats(admin);
  expect(stats).toMatchObject({
    images: 0,
    videos: 0,
    raw: 0,
    totalResources: 0,
    storageBytes: 0,
    rateLimit: { limit: 1_000_000, remaining: expect.any(Number), resetAt: expect.any(String) },
    lastCleanup: { trigger: 'manual', outcome: 'finished', stats: answer.stats },
    running: null,
  });
  expect(stats.credits).toEqual({ used: expect.any(Number), limit: 25 });
});

test('deletes results of ended batches and keeps running batches, texts and uploads [P2.38, D-media.13, D-media.16]', async () => {
  const artist = await signIn(newEmail());
  const { generator, stylizer, keywords } = oneCaseOfEach;
  const made = [
    await start(artist, generator, 'to be cleaned up'),
    await start(artist, stylizer, 'to be cleaned up'),
    await start(artist, keywords, 'texts that stay'),
  ];
  const before = await waitForRuns(artist, made);
  const addresses = made.slice(0, 2).flatMap(({ id }) => before.get(id)?.images ?? []);
  expect(addresses).toHaveLength(2);
  const thumbnails = addresses.map((address) => `${address}/thumbnail`);
  for (const address of [...addresses, ...thumbnails]) expect(await fetchStatus(artist, address)).toBe(200);

  // The provider holds back its second image; the first one is stored.
  const { mark, start: begin } = await generator.prepare('still at work', 2);
  await addFaults({
    provider: 'xai',
    match: { promptIncludes: mark },
    times: 1,
    fault: { kind: 'hold' },
  });
  const running = await begin(artist);
  await expect.poll(() => isHeld(mark)).toBe(true);
  const isOf = (id: string) => (publicId: string) => publicId.includes(`/${id}/`);
  await expect.poll(async () => (await listAll()).some(isOf(running))).toBe(true);

  expect(await postCleanup(admin)).toMatchObject({ success: true, stats: { failed: 0, continuing: false } });
  const left = await listAll();
  expect(left.length).toBeGreaterThan(0);
  expect(left.every(isOf(running))).toBe(true);

  await releaseCalls();
  const ended = (await waitForRuns(artist, [{ toolCase: generator, id: running }])).get(running);
  expect(ended).toMatchObject({ status: 'completed', filesDeleted: false });
  expect(ended?.images.length).toBeGreaterThan(0);
  for (const address of ended?.images ?? []) expect(await fetchStatus(artist, address)).toBe(200);

  const after = await waitForRuns(artist, made);
  const [generated, styled, written] = made.map(({ id }) => after.get(id));
  for (const batch of [generated, styled]) {
    expect(batch).toMatchObject({ filesDeleted: true, done: 1, images: [], folderLink: null });
  }
  expect(written).toMatchObject({ filesDeleted: false, done: 1 });
  for (const address of [...addresses, ...thumbnails]) {
    expect(await callApi('GET', address, { as: artist })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  }
  for (const [{ id } = { id: '' }, tool] of [
    [made[0], 'image-generator'],
    [made[1], 'stylizer'],
  ] as const) {
    expect(await callApi('GET', `/api/${tool}/batch/${id}/download`, { as: artist })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  }
  expect(await fetchStatus(artist, written?.images[0] ?? '')).toBe(200);
});

async function fetchStatus({ token }: Account, path: string): Promise<number> {
  const answer = await fetch(new URL(path, config.portalUrl), {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.arrayBuffer();
  return answer.status;
}

test('reports stored files by tool and by age [D-media.18]', async () => {
  await postCleanup(admin);
  const before = await readStats(admin);
  const artist = await signIn(newEmail());
  const { generator, upscale } = oneCaseOfEach;
  await waitForRuns(artist, [
    await start(artist, generator, 'counted'),
    await start(artist, upscale, 'counted'),
  ]);
  const ofTool = ({ byTool }: StorageStats, name: string) => byTool.find(({ tool }) => tool === name);
  expect(before.byTool.map(({ tool }) => tool)).toEqual(ToolNameSchema.exclude(['check']).options);
  // The end of a cleanup refreshes the cached statistics.
  expect(await runNightly()).toBe(200);
  const after = await readStats(admin);
  expect(after).toMatchObject({ images: 2, videos: 0, raw: 0, running: null });
  // Other tests clone batch documents, which have no files at the media service.
  const added = (name: string) => ({
    files: (ofTool(after, name)?.files ?? 0) - (ofTool(before, name)?.files ?? 0),
    bytes: (ofTool(after, name)?.bytes ?? 0) - (ofTool(before, name)?.bytes ?? 0),
  });
  const [generated, upscaled] = [added('image-generator'), added('upscale')];
  expect([generated.files, upscaled.files]).toEqual([1, 1]);
  expect(generated.bytes + upscaled.bytes).toBe(after.storageBytes);
  expect(after.storageBytes).toBeGreaterThan(0);
  const [today, ...older] = before.byAge;
  expect(after.byAge).toEqual([
    { days: 0, bytes: (today?.bytes ?? 0) + after.storageBytes, files: (today?.files ?? 0) + 2 },
    ...older,
  ]);
  await postCleanup(admin);
  expect(await readStats(admin)).toMatchObject({ totalResources: 0, byTool: before.byTool });
});

test('shares one run between two admins at the same time [P3.8]', async () => {
  await seedAssets({ count: 600, prefix: 'twice/' });
  const runs = await countRuns();
  const [one, other] = await Promise.all([postCleanup(admin), postCleanup(admin)]);
  expect(await countRuns()).toBe(runs + 1);
  expect(one).toMatchObject({ success: true, stats: { continuing: false } });
  expect(other.stats).toEqual(one.stats);
  expect(one.stats.deletedImages).toBeGreaterThanOrEqual(600);
  expect(await listAll()).toEqual([]);
});

test('continues a slow manual run in the background, before the nightly one [D-media.15]', async () => {
  await seedAssets({ count: 700, prefix: 'slow/' });
  await setLatency(1800);
  const answer = await postCleanup(admin);
  expect(answer).toMatchObject({ success: true, stats: { continuing: true } });
  // Before it can end.
  const { runId } = await readCleanupState();
  await setLatency(0);
  const { running } = await readStats(admin);
  expect(running).toMatchObject({ trigger: 'manual', stats: { continuing: true }, waitsUntil: null });
  // A nightly run that is requested meanwhile follows.
  expect(await runNightly()).toBe(200);
  await waitForEnd();
  expect((await firestore.doc(`cleanupRuns/${runId}`).get()).data()).toMatchObject({
    trigger: 'manual',
    outcome: 'finished',
    stats: { failed: 0 },
  });
  expect((await readStats(admin)).lastCleanup).toMatchObject({ trigger: 'nightly', outcome: 'finished' });
  expect(await listAll()).toEqual([]);
});

test('reports a failed run, and deletes the rest with the next one [P3.8, D-names-and-settings.4]', async () => {
  await seedAssets({ count: 150, prefix: 'later/' });
  await addFaults({
    provider: 'cloudinary',
    match: { operation: 'admin' },
    fault: { kind: 'server-error', status: 500 },
  });
  expect(await postCleanup(admin)).toMatchObject({ success: false, stats: { continuing: false } });
  expect(await callApi('GET', '/api/cloudinary/storage-stats', { as: admin })).toMatchObject({
    status: 503,
    body: { code: 'unavailable', error: 'The media service is not responding. Try again in a moment.' },
  });
  await restoreCleanup();
  expect((await readStats(admin)).lastCleanup).toMatchObject({ outcome: 'failed' });
  expect(await postCleanup(admin)).toMatchObject({ success: true });
  expect(await listAll()).toEqual([]);
});
