import { ArchiveSchema } from '@portal/contracts/batches';
import { parse } from 'csv-parse/sync';
import {
  deletePictures,
  listLibrary,
  listLibraryChanges,
  zipPictures,
  type LibraryBatch,
} from '@portal/contracts/library';
import type { Source } from '@portal/contracts/source';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { downloadOf, fetchFile } from '../support/api-files.ts';
import { firestore } from '../support/firestore.ts';
import { listBatches, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { makePicture, startKeywords, waitForBatch as waitForKeywords } from '../support/keywords.ts';
import { listAssets } from '../support/media-service.ts';
import { readZip } from '../support/read-zip.ts';
import { setLatency } from '../support/sandbox.ts';

/** With two generated images, and a batch of keywords. */
interface Studio {
  artist: Account;
  images: string;
  keywords: string;
}

async function openStudio(): Promise<Studio> {
  const artist = await signIn(newEmail());
  const images = await startBatch(artist, makeRequest('xai', { quantity: 2, prompt: 'two kites' }));
  const keywords = await startKeywords(artist, [await makePicture('a kite')]);
  await waitForBatch(artist, images);
  await waitForKeywords(artist, keywords);
  return { artist, images, keywords };
}

let studio: Studio;
beforeAll(async () => {
  await setLatency(0);
  studio = await openStudio();
});

async function readPage(as: Account, query = '') {
  const { status, headers, body } = await callApi('GET', `${listLibrary.path}${query}`, { as });
  expect(status).toBe(200);
  return { etag: headers.get('etag') ?? '', ...listLibrary.response.parse(body) };
}

async function readChanges(as: Account, etag: string) {
  const path = `${listLibraryChanges.path}?since=${encodeURIComponent(etag)}`;
  return listLibraryChanges.response.parse((await callApi('GET', path, { as })).body);
}

const select = ({ id, pictures }: LibraryBatch): Source[] =>
  pictures.map(({ index, kind }) => ({ batchId: id, index, kind }));
const postSelection = (path: string, as: Account, pictures: readonly Source[]) =>
  callApi('POST', path, { as, body: { pictures } });

async function fetchZip(as: Account, pictures: readonly Source[]) {
  const ask = async () => ArchiveSchema.parse((await postSelection(zipPictures.path, as, pictures)).body);
  await expect.poll(async () => (await ask()).status).toBe('ready');
  const archive = await ask();
  if (archive.status !== 'ready') throw new Error('It was.');
  const answer = await fetch(archive.url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(archive.bytes);
  return {
    path: new URL(archive.url).pathname,
    name: answer.headers.get('content-disposition'),
    files: await readZip(bytes),
  };
}

test('lists batches of all tools with pictures that open', async () => {
  const { artist, images, keywords } = studio;
  const { batches, next } = await readPage(artist);
  expect(next).toBeNull();
  expect(batches).toMatchObject([
    {
      id: keywords,
      tool: 'keyword-generator',
      doneCount: 1,
      pictures: [{ kind: 'original', title: expect.any(String), keywords: expect.any(Array) }],
    },
    {
      id: images,
      tool: 'image-generator',
      prompt: 'two kites',
      provider: 'xai',
      status: 'completed',
      total: 2,
      pictures: [
        { index: 0, kind: 'result', isStarred: false, placeholder: expect.any(String) },
        { index: 1, kind: 'result', isStarred: false },
      ],
    },
  ]);
  for (const { url, thumbnailUrl, bytes } of batches.flatMap(({ pictures }) => pictures)) {
    const file = await fetchFile(artist, url);
    expect(file.status).toBe(200);
    if (bytes !== undefined) expect(file.bytes.length).toBe(bytes);
    expect((await fetchFile(artist, thumbnailUrl)).headers.get('content-type')).toBe('image/webp');
  }
  const { batches: written } = await readPage(artist, '?tool=keyword-generator');
  expect(written.map(({ id }) => id)).toEqual([keywords]);
});

test('builds one ZIP of pictures from several tools, with a CSV', async () => {
  const { artist, images } = studio;
  const { batches } = await readPage(artist);
  const selection = batches.flatMap(select);
  const { files, name, path } = await fetchZip(artist, selection);
  expect(name).toContain('library_3_pictures.zip');
  const inOwnZip = await readZip((await fetchFile(artist, downloadOf(images))).bytes);
  const [text, ...pictures] = files.toReversed();
  expect(text?.name).toBe('keywords.csv');
  expect(pictures.map((file) => file.name)).toEqual(
    expect.arrayContaining(inOwnZip.map((file) => file.name)),
  );
  for (const own of inOwnZip) {
    expect(files.find((file) => file.name === own.name)).toMatchObject({ bytes: own.bytes, date: own.date });
  }
  const rows: unknown = parse(text?.bytes.toString() ?? '', { bom: true, columns: true });
  const written = batches[0]?.pictures[0];
  expect(rows).toEqual([
    {
      Filename: expect.stringMatching(/\.png$/),
      Title: written?.title,
      Description: expect.any(String),
      Keywords: written?.keywords?.join(', '),
    },
  ]);
  expect(files.map((file) => file.name)).toContain(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
    (rows as { Filename: string }[])[0]?.Filename,
  );
  expect((await fetchZip(artist, selection.toReversed())).path).toBe(path);
});

test('deletes pictures and their files; the batches stay', async () => {
  const { artist, images, keywords } = await openStudio();
  const { batches, etag } = await readPage(artist);
  const [written, made] = batches;
  if (!written || !made) throw new Error('Expected two.');
  const { path } = await fetchZip(artist, batches.flatMap(select));
  const [kept, gone] = select(made);
  const selection = [...select(written), ...(gone ? [gone] : [])];
  const { cost } = (await listBatches(artist))[0] ?? {};
  for (let count = 0; count < 2; count += 1) {
    const { status, body } = await postSelection(deletePictures.path, artist, selection);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
  }
  const changes = await readChanges(artist, etag);
  expect(changes.removed).toEqual([]);
  expect(Object.fromEntries(changes.changed.map(({ id, pictures }) => [id, pictures.length]))).toEqual({
    [images]: 1,
    [keywords]: 0,
  });
  expect(await listBatches(artist)).toMatchObject([
    { id: images, completedCount: 2, cost, generatedImages: [made.pictures[0]?.url], folderLink: null },
  ]);
  expect(await waitForKeywords(artist, keywords)).toMatchObject({
    filesDeleted: true,
    completedCount: 1,
    results: [],
  });
  const goneUrls = [made, written].flatMap(({ pictures }) =>
    pictures.slice(-1).flatMap(({ url, thumbnailUrl }) => [url, thumbnailUrl]),
  );
  for (const url of goneUrls) {
    expect({ url, status: (await fetchFile(artist, url)).status }).toEqual({ url, status: 404 });
  }
  expect((await fetchFile(artist, made.pictures[0]?.thumbnailUrl ?? '')).status).toBe(200);
  await expect.poll(() => listAssets(images)).toHaveLength(1);
  expect(await readZip((await fetchFile(artist, downloadOf(images))).bytes)).toHaveLength(1);
  const again = await postSelection(zipPictures.path, artist, selection);
  expect(again).toMatchObject({ status: 404, body: { error: 'This picture was deleted.' } });
  const left = await fetchZip(artist, kept ? [kept] : []);
  expect(left.files).toHaveLength(1);
  const archives = firestore.collection('archives').where('batchIds', 'array-contains', images);
  await expect.poll(async () => (await archives.get()).size).toBe(1);
  expect(left.path).not.toBe(path);
});
