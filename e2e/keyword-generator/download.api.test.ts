import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import { FileNamingSchema } from '@portal/contracts/keyword-generator';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import {
  addFaultsOf,
  makeAnswer,
  makePictures,
  newName,
  pathOf,
  resultOf,
  startKeywords,
  TEXTS,
  waitForBatch,
} from '../support/keywords.ts';
import { digestPixels, drawPicture } from '../support/pictures.ts';
import { clearFaults, releaseCalls, setLatency } from '../support/sandbox.ts';
import type { NamedPicture } from '../support/send-pictures.ts';
import { fetchFile } from '../support/api-files.ts';
import { readZip } from '../support/read-zip.ts';

let writer: Account;
beforeAll(async () => {
  await setLatency(0);
  writer = await signIn(newEmail());
});
afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});

const zipOf = (id: string, naming?: string) =>
  `${pathOf(id)}/download-zip${naming === undefined ? '' : `/${naming}`}`;

async function fetchNames(id: string, naming?: string): Promise<string[]> {
  return (await readZip((await fetchFile(writer, zipOf(id, naming))).bytes)).map(({ name }) => name);
}

/** The titles the model returns. */
async function titlePictures(titles: readonly string[], pictures: readonly NamedPicture[]): Promise<void> {
  for (const [index, title] of titles.entries()) {
    const picture = pictures[index];
    if (picture) {
      const text = makeAnswer({ seo_image_title: title });
      await addFaultsOf([picture], { kind: 'says', text }, { times: 1 });
    }
  }
}

test('the ZIP holds the uploaded bytes, named by title and real file type [T7.3.7, D-media.8, D-media.9, T9.0.27]', async () => {
  const png = await drawPicture();
  const pictures = [
    { name: newName('is a png', 'jpg'), bytes: png },
    { name: newName('is a jpeg', 'gif'), bytes: await drawPicture({ format: 'jpeg' }) },
    { name: newName('is a webp', 'txt'), bytes: await drawPicture({ format: 'webp' }) },
    { name: newName('is a gif'), bytes: await sharp(png).gif().toBuffer() },
    { name: newName('is none'), bytes: Buffer.from('no picture') },
  ];
  const long = 'a very long title of many words that goes on and on'.repeat(3);
  const titles = ['Red kite: over a hill', 'Red kite over a hill!', 'Fuchs & 狐 im Schnee', long];
  await titlePictures(titles, pictures);
  const id = await startKeywords(writer, pictures, { batchName: 'Red fox / 2: é' });
  const { results, completedCount } = await waitForBatch(writer, id);
  expect(completedCount).toBe(4);
  expect(results.map(({ extension }) => extension)).toEqual(['png', 'jpg', 'webp', 'gif', null]);

  const { status, headers, bytes } = await fetchFile(writer, zipOf(id));
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toBe('attachment; filename="Red_fox___2____keywords.zip"');
  const files = await readZip(bytes);
  expect(files.map(({ name }) => name).slice(0, 3)).toEqual([
    'red-kite-over-a-hill.png',
    'red-kite-over-a-hill-2.jpg',
    'fuchs-狐-im-schnee.webp',
  ]);
  expect(files).toHaveLength(4);
  for (const [index, file] of files.entries()) {
    const { bytes: uploaded = png } = pictures[index] ?? {};
    expect(await digestPixels(file.bytes)).toBe(await digestPixels(uploaded));
    // A GIF has no place for texts.
    if (file.name.endsWith('.gif')) expect(file.bytes.equals(uploaded)).toBe(true);
    else expect(await readTitle(file.bytes)).toBe(results[index]?.seo_image_title.replace('&', '&amp;'));
  }

  for (const naming of FileNamingSchema.options) {
    expect(await fetchNames(id, naming)).toEqual([...nameKeywordFiles(results, naming).values()]);
  }
  for (const name of await fetchNames(id, 'short')) expect(name).toMatch(/^[a-z0-9-]{1,25}\.\w{3,4}$/);
  expect((await fetchFile(writer, zipOf(id, 'long'))).status).toBe(400);
});

const readTitle = async (bytes: Buffer): Promise<string | undefined> =>
  /<dc:title[^>]*><rdf:Alt><rdf:li[^>]*>([^<]*)</.exec(
    (await sharp(bytes).metadata()).xmpAsString ?? '',
  )?.[1];

test('a running batch gives its files so far; an edited title renames the file [T4.5.5, T7.3.7]', async () => {
  const pictures = await makePictures('first', 'held');
  const [first, held] = pictures;
  if (!first || !held) throw new Error('Expected two.');
  await addFaultsOf([held], { kind: 'hold' });
  await titlePictures(['Before'], pictures);
  const id = await startKeywords(writer, pictures);
  await waitForBatch(writer, id, ({ completedCount }) => completedCount === 1);
  expect(await fetchNames(id)).toEqual(['before.png']);
  await callApi('PATCH', resultOf(id), { as: writer, body: { ...TEXTS, seo_image_title: 'After' } });
  expect(await fetchNames(id)).toEqual(['after.png']);
  const [edited] = await readZip((await fetchFile(writer, zipOf(id))).bytes);
  expect(await readTitle(edited?.bytes ?? Buffer.alloc(0))).toBe('After');
  await clearFaults();
  await releaseCalls();
  const { results } = await waitForBatch(writer, id);
  expect(await fetchNames(id)).toEqual([...nameKeywordFiles(results, 'seo').values()]);
});
