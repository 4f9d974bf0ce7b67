import { Timestamp } from '@google-cloud/firestore';
import { beforeAll, describe, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { listAssets } from '../support/media-service.ts';
import {
  addressOf,
  originalOf,
  pictureTools,
  startWith,
  type PictureTool,
} from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { putUploads, startByJson } from '../support/send-pictures.ts';
import { listObjects } from '../support/storage.ts';
import { fetchFile } from '../support/api-files.ts';

const HOUR_MS = 3_600_000;
const MALFORMED = { name: 'broken.png', bytes: Buffer.from('no picture') };

let artist: Account;
beforeAll(() => setLatency(0));

async function countLeftovers({ name }: PictureTool, id: string): Promise<Record<string, number>> {
  const batch = firestore.doc(`batches/${id}`);
  const [record, items, progress, assets] = await Promise.all([
    batch.get(),
    batch.collection('items').count().get(),
    batch.collection('progress').count().get(),
    listAssets(id, name),
  ]);
  return {
    records: Number(record.exists),
    items: items.data().count,
    progress: progress.data().count,
    assets: assets.length,
  };
}
const NOTHING = { records: 0, items: 0, progress: 0, assets: 0 };
/** And their thumbnails. */
const countUploads = async (as = artist) => (await listObjects(`uploads/${as.uid}/`)).length;
const deleteBatch = ({ calls }: PictureTool, id: string) =>
  callApi('DELETE', addressOf(calls.remove, id), { as: artist });

function runCleanup(inHours: number) {
  const time = new Date(Date.now() + inHours * HOUR_MS).toISOString();
  const url = `${config.functionsUrl}/${config.projectId}/us-central1/cleanup-0`;
  return fetch(url, { method: 'POST', headers: { 'X-CloudScheduler-ScheduleTime': time } });
}

describe.each(pictureTools)('$name', (tool) => {
  beforeAll(async () => {
    artist = await signIn(newEmail());
  });

  test('hides a deleted batch at once, and removes results and uploads soon after [D-media.1, D-media.2, T7.2.4, T7.4.6]', async () => {
    const good = { name: 'good.png', bytes: await drawPicture() };
    const [id, kept] = [
      await startWith(tool, artist, [good, good, MALFORMED]),
      await startByJson(artist, tool.startPath, await putUploads(artist, [good]), tool.fields),
    ];
    await tool.waitForBatches(artist, [id, kept]);
    expect(await countLeftovers(tool, id)).toMatchObject({ records: 1, items: 3, assets: 2 });
    // Three of them could be read, and have a thumbnail.
    expect(await countUploads()).toBe(4 + 3);

    expect(await deleteBatch(tool, id)).toMatchObject({ status: 204, body: undefined });
    expect((await tool.listBatches(artist)).map((batch) => batch.id)).toEqual([kept]);
    for (const call of [tool.calls.images, tool.calls.download, tool.calls.image, tool.calls.thumbnail]) {
      expect((await callApi('GET', addressOf(call, id), { as: artist })).status).toBe(404);
    }
    expect((await callApi('GET', originalOf(tool, id), { as: artist })).status).toBe(404);
    expect((await deleteBatch(tool, id)).status).toBe(404);
    await expect.poll(() => countLeftovers(tool, id)).toEqual(NOTHING);
    await expect.poll(() => countUploads()).toBe(2);
    expect(await countLeftovers(tool, kept)).toMatchObject({ records: 1, items: 1, assets: 1 });
    expect((await fetchFile(artist, originalOf(tool, kept))).bytes.equals(good.bytes)).toBe(true);
  });

  test('clearing the history leaves no files [T7.2.5, T7.4.5]', async () => {
    const good = { name: 'good.png', bytes: await drawPicture() };
    const ids = await Promise.all([1, 2].map(() => startWith(tool, artist, [good])));
    expect(await callApi('DELETE', tool.calls.clear.path, { as: artist })).toMatchObject({ status: 204 });
    expect(await tool.listBatches(artist)).toEqual([]);
    for (const id of ids) await expect.poll(() => countLeftovers(tool, id)).toEqual(NOTHING);
    await expect.poll(() => countUploads()).toBe(0);
  });
});

test('cleans up uploads unused for three days, and keeps used and recent ones [D-batches.9]', async () => {
  const [person, tool] = [await signIn(newEmail()), pictureTools[0]];
  if (!tool) throw new Error('Expected a tool.');
  const picture = { name: 'a.png', bytes: await drawPicture() };
  const [used, abandoned] = [
    await putUploads(person, [picture, picture]),
    await putUploads(person, [picture]),
  ];
  const id = await startByJson(person, tool.startPath, { ...used, files: used.files.slice(0, 1) });
  await tool.waitForBatch(person, id);
  const inDays = (days: number) => Timestamp.fromMillis(Date.now() + days * 24 * HOUR_MS);
  await firestore.doc(`batches/${id}`).update({ expiresAt: inDays(9) });

  expect((await runCleanup(71)).status).toBe(200);
  expect(await countUploads(person)).toBe(3 + 1);
  expect((await runCleanup(73)).status).toBe(200);
  expect(await listObjects(`uploads/${person.uid}/${abandoned.folder}/`)).toEqual([]);
  expect(await listObjects(`uploads/${person.uid}/${used.folder}/`)).toHaveLength(2 + 1);
  await firestore.doc(`batches/${id}`).update({ expiresAt: inDays(-1) });
  expect((await runCleanup(0)).status).toBe(200);
  expect(await countUploads(person)).toBe(0);
  expect(await countLeftovers(tool, id)).toEqual(NOTHING);
});
