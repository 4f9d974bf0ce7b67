/** Files for stock agencies, from every kind of picture. */
import { buildExport, checkExport } from '@portal/contracts/exports';
import { ImageLinkSchema } from '@portal/contracts/image-link';
import { downloadWithTexts } from '@portal/contracts/keyword-generator';
import { saveAgencies } from '@portal/contracts/studio-settings';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { fetchFile } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import {
  fetchExport,
  original,
  postExport,
  readCheck,
  result,
  writeLargePhotograph,
} from '../support/exports.ts';
import { firestore } from '../support/firestore.ts';
import * as generator from '../support/generator.ts';
import { newName, readBatch, startKeywords, waitForBatch } from '../support/keywords.ts';
import { addressOf } from '../support/picture-tools.ts';
import { digestPixels, drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { readStudioSettings, resetSettings } from '../support/settings.ts';

let artist: Account;
let photograph: { id: string; bytes: Buffer };
let generated: string;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  photograph = await writeLargePhotograph(artist);
  generated = await generator.startBatch(artist, generator.makeRequest('stability', { quantity: 1 }));
  await generator.waitForBatch(artist, generated);
});
afterAll(resetSettings);

const readXmp = async (bytes: Buffer) => (await sharp(bytes).metadata()).xmpAsString ?? '';

test('the ZIP has JPEGs with texts inside, unchanged if possible, and a matching CSV', async () => {
  const { name, files } = await fetchExport(artist, 'adobe-stock', [
    original(photograph.id),
    result(generated),
  ]);
  expect(name).toContain('adobe-stock_1_picture.zip');
  const [picture, csv, report] = files;
  expect(files.map((file) => file.name)).toEqual([
    expect.stringMatching(/\.jpg$/),
    'adobe_stock.csv',
    'report.txt',
  ]);
  const rows: Record<string, string>[] = parse(csv?.bytes ?? '', { bom: true, columns: true });
  expect(rows.map(({ Filename }) => Filename)).toEqual([picture?.name]);
  const bytes = picture?.bytes ?? Buffer.alloc(0);
  expect(await digestPixels(bytes)).toBe(await digestPixels(photograph.bytes));
  expect((await sharp(bytes).metadata()).icc).toBeDefined();
  expect(await readXmp(bytes)).toContain(rows[0]?.['Title']);
  expect(report?.bytes.toString()).toMatch(/Left out\r\n- .*megapixels; at least 4 are required/);
});

test('one picture is downloaded with its texts, under its name in the ZIP', async () => {
  const path = addressOf(downloadWithTexts, photograph.id);
  const { status, headers, bytes } = await fetchFile(artist, path);
  expect(status).toBe(200);
  const title = (await readBatch(artist, photograph.id)).results[0]?.seo_image_title ?? '';
  expect(await readXmp(bytes)).toContain(title);
  expect(await digestPixels(bytes)).toBe(await digestPixels(photograph.bytes));
  expect(headers.get('content-disposition')).toMatch(/filename\*=UTF-8''[a-z0-9-]+\.jpg$/);
  expect(headers.get('cache-control')).toBe('private, no-store');
});

test('a large picture with its texts is linked', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const bytes = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect(bytes.length).toBeGreaterThan(9_000_000);
  const id = await startKeywords(artist, [{ name: newName('is large'), bytes }]);
  await waitForBatch(artist, id);
  const link = ImageLinkSchema.parse(
    JSON.parse((await fetchFile(artist, addressOf(downloadWithTexts, id))).bytes.toString()),
  );
  const answer = await fetch(link.url);
  expect(answer.headers.get('content-disposition')).toContain('.png');
  const linked = Buffer.from(await answer.arrayBuffer());
  expect(linked.length).toBe(link.bytes);
  expect(await readXmp(linked)).toContain((await readBatch(artist, id)).results[0]?.seo_image_title);
});

test('a check needs no files: records have size and mark', async () => {
  const image = await firestore.doc(`batches/${generated}/items/0`).get();
  expect(image.get('image.isMadeByAi')).toBe(true);
  const texts = await firestore.doc(`batches/${photograph.id}/items/0`).get();
  expect(texts.get('texts')).toMatchObject({ width: 2400, height: 1800 });
});

test('admins change the studio’s own profile', async () => {
  const admin = await signInAdmin();
  const { agencies } = await readStudioSettings();
  const own = { ...agencies.default.own, name: 'Wall & Co', minMegapixels: 5 };
  const save = (settings: unknown, version: string | null) =>
    callApi('PUT', saveAgencies.path, { as: admin, body: { settings, version } });
  expect((await save({ own: { ...own, minMegapixels: -1 } }, agencies.version)).status).toBe(400);
  expect((await save({ own }, agencies.version)).status).toBe(200);
  await expect
    .poll(async () => (await readCheck(artist, 'studio', [original(photograph.id)])).agency.name)
    .toBe('Wall & Co');
  const { pictures } = await readCheck(artist, 'studio', [original(photograph.id)]);
  expect(pictures[0]?.reasons).toEqual([
    { kind: 'too-few-megapixels', message: '4.32 megapixels; at least 5 are required.' },
  ]);
  expect(
    (await callApi('PUT', saveAgencies.path, { as: artist, body: { settings: null, version: null } })).status,
  ).toBe(403);
});

test('files that are too small are told before, or counted in the name of the ZIP', async () => {
  const png = await drawPicture({ width: 600, height: 400 });
  const drawing = await startKeywords(artist, [{ name: newName('a drawing'), bytes: png }]);
  await waitForBatch(artist, drawing);
  const admin = await signInAdmin();
  const { agencies } = await readStudioSettings();
  const settings = { own: { ...agencies.default.own, name: 'Strict', minBytes: 2_000_000 } };
  const saved = { as: admin, body: { settings, version: agencies.version } };
  expect((await callApi('PUT', saveAgencies.path, saved)).status).toBe(200);
  const pictures = [original(photograph.id), original(drawing)];
  const ask = () => readCheck(artist, 'studio', pictures);
  await expect.poll(async () => (await ask()).agency.name).toBe('Strict');
  const check = await ask();
  const strict = check.agencies.find(({ id }) => id === 'studio');
  expect(strict).toMatchObject({ ready: 1, uncertain: 1 });
  expect(check.pictures.map(({ reasons, warnings }) => [reasons[0]?.kind, warnings[0]?.kind])).toEqual([
    ['file-too-small', undefined],
    [undefined, 'file-may-be-too-small'],
  ]);
  const { name, files, counts } = await fetchExport(artist, 'studio', pictures);
  expect(name).toContain('studio_0_of_1_picture.zip');
  expect(counts).toEqual({ written: 0, promised: 1 });
  expect(files.map((file) => file.name)).toEqual(['report.txt']);
});

test('a report counts alike pictures that were left out, and parts end at the last', async () => {
  await resetSettings();
  await expect
    .poll(async () => (await readCheck(artist, 'studio', [result(generated)])).agency.name)
    .toBe('Own profile');
  const request = {
    agency: 'studio',
    pictures: [original(photograph.id), result(generated)],
    alike: [result(generated)],
  };
  const post = (body: object) => callApi('POST', buildExport.path, { as: artist, body });
  expect((await post({ ...request, part: 2 })).status).toBe(400);
  const { files } = await fetchExport(artist, request.agency, request.pictures, { alike: request.alike });
  expect(files).toHaveLength(3);
  expect(files.at(-1)?.bytes.toString()).toContain('- Look alike: 1 left out by you');
});

test('answers 401, 400 and 404 where it should', async () => {
  const stranger = await signIn(newEmail());
  for (const call of [checkExport, buildExport]) {
    expect((await postExport(call, undefined, 'adobe-stock', [result(generated)])).status).toBe(401);
    expect((await postExport(call, stranger, 'adobe-stock', [result(generated)])).status).toBe(404);
    expect((await postExport(call, artist, 'nobody', [result(generated)])).status).toBe(400);
    expect((await postExport(call, artist, 'adobe-stock', [])).status).toBe(400);
    expect((await postExport(call, artist, 'adobe-stock', [original(generated)])).status).toBe(400);
  }
  expect((await fetchFile(stranger, addressOf(downloadWithTexts, photograph.id))).status).toBe(404);
  expect((await fetchFile(artist, addressOf(downloadWithTexts, photograph.id, 7))).status).toBe(404);
});
