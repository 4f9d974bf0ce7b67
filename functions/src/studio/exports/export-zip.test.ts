import { readMetadata, writeMetadata } from '@portal/image-metadata';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { archiveReference, makeSelection, readArchive } from '../../batches/archive/archive-store.ts';
import { buildArchive } from '../../batches/archive/build-archive.ts';
import { writeZip } from '../../batches/archive/write-zip.ts';
import { createImage, createView, writeBatch } from '../../batches/sources/testing/create-batches.ts';
import { RETENTION_MS } from '../../batches/store/batch-store.ts';
import { settingsReference } from '../../platform/settings/settings-store.ts';
import { DEFAULT_OWN_AGENCY } from '../../platform/settings/agency-settings.ts';
import { answerExport } from './answer-export.ts';
import { checkExport } from './check-export.ts';
import { readExportFile } from './judge-pictures.ts';
import { listExport } from './list-export.ts';
import {
  createPicture,
  generated,
  hoursAgo,
  keywords,
  LARGE,
  NOW,
  original,
  putUpload,
  result,
  TEXTS,
  written,
} from './testing/create-pictures.ts';
import { startExports } from './testing/start-exports.ts';

const { firestore, start } = await startExports();

describe('the ZIP', () => {
  it('has JPEGs with texts and mark, a CSV of the same names, and a report', async () => {
    await writeBatch(firestore, 'keywords', {
      ...keywords([written(), written({ seo_image_title: 'Snow owl', isMadeByAi: true })]),
      ...hoursAgo(1),
    });
    await writeBatch(firestore, 'generated', { ...generated({ publicId: 'made' }), ...hoursAgo(2) });
    await writeBatch(firestore, 'small', {
      ...generated({ width: 100, height: 100 }),
      ...hoursAgo(3),
      name: 'Tiny',
    });
    const { zip, objects, stored } = await start();
    const marked =
      writeMetadata(await createPicture('png'), { sourceType: 'trainedAlgorithmicMedia' }) ?? Buffer.alloc(0);
    putUpload(objects, 0, await createPicture('jpeg'));
    putUpload(objects, 1, marked);
    stored.set('made', marked);
    const files = await zip(
      'adobe-stock',
      original('keywords'),
      original('keywords', 1),
      result('generated'),
      result('small'),
    );
    expect([...files.keys()]).toEqual([
      'Fox_in_the_snow_001.jpg',
      'red-fox-in-the-snow.jpg',
      'snow-owl.jpg',
      'adobe_stock.csv',
      'report.txt',
    ]);
    for (const [name, bytes] of [...files].slice(0, 3)) {
      expect(await sharp(bytes).metadata(), name).toMatchObject({ format: 'jpeg', space: 'srgb', ...LARGE });
    }
    const readFile = (name: string) => readMetadata(files.get(name) ?? Buffer.alloc(0));
    expect(readFile('red-fox-in-the-snow.jpg')).toMatchObject({
      title: TEXTS.seo_image_title,
      sourceType: undefined,
    });
    expect(readFile('snow-owl.jpg')).toMatchObject({
      title: 'Snow owl',
      sourceType: 'trainedAlgorithmicMedia',
    });
    expect(readFile('Fox_in_the_snow_001.jpg')).toMatchObject({
      title: undefined,
      sourceType: 'trainedAlgorithmicMedia',
    });
    const rows: string[][] = parse(files.get('adobe_stock.csv') ?? '', { bom: true });
    expect(rows.map(([name]) => name)).toEqual(['Filename', 'red-fox-in-the-snow.jpg', 'snow-owl.jpg']);
    expect(String(files.get('report.txt'))).toBe(
      [
        'Adobe Stock: 3 of 4 pictures',
        '',
        'AI made or changed some of them. Select “Created using generative AI tools” at Adobe Stock.',
        '',
        'Left out, by check',
        '- Too small: 1',
        '',
        'Left out',
        '- Tiny_001.png: 0.01 megapixels; at least 4 are required.',
        '',
        'Check before you submit',
        '- Fox_in_the_snow_001.jpg: Title and keywords are missing.',
        '',
      ].join('\r\n'),
    );
  });

  it('leaves out a file that turns out to be too large, from the CSV, too', async () => {
    const own = { ...DEFAULT_OWN_AGENCY, maxBytes: 60_000 };
    await settingsReference(firestore, 'agencies').set({ own });
    await writeBatch(firestore, 'keywords', keywords([written(), written({ seo_image_title: 'Snow owl' })]));
    const { zip, list, objects } = await start();
    const noise = sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', sigma: 90 },
      },
    });
    putUpload(objects, 0, await noise.png().toBuffer());
    putUpload(objects, 1, await createPicture('png', { width: 60, height: 40 }));
    const files = await zip('studio', original('keywords'), original('keywords', 1));
    expect([...files.keys()]).toEqual(['snow-owl.jpg', 'keywords.csv', 'report.txt']);
    expect(String(files.get('keywords.csv'))).not.toContain('red-fox');
    expect(String(files.get('report.txt'))).toContain('Own profile: 1 of 2 pictures');
    expect(String(files.get('report.txt'))).toMatch(
      /red-fox-in-the-snow\.jpg: Even at a quality of 85 percent/,
    );
    const { entries, findOutcome } = await list('studio', original('keywords'), original('keywords', 1));
    const complete = { fileName: 'studio_2_pictures.zip', written: 2, promised: 2 };
    expect(findOutcome?.()).toEqual(complete);
    await buffer(writeZip(entries));
    expect(findOutcome?.()).toEqual({ ...complete, fileName: 'studio_1_of_2_pictures.zip', written: 1 });
  });

  it('counts what was left out by each check in its report', async () => {
    const images = [{ width: 100, height: 100 }, {}, { width: 90, height: 90 }, {}];
    const items = images.map((size) =>
      createView({ image: createImage({ ...LARGE, isMadeByAi: true, ...size }) }),
    );
    await writeBatch(firestore, 'many', {
      total: 4,
      items: Object.fromEntries(items.entries()),
      starred: [1],
    });
    const { check, answer, deps, enqueue } = await start();
    const request = {
      agency: 'adobe-stock',
      pictures: items.map((_, index) => result('many', index)),
      alike: [result('many', 3)],
    };
    const { pictures, agencies } = await checkExport(deps, 'ada', request);
    expect(pictures.map(({ isReady }) => isReady)).toEqual([false, true, false, false]);
    expect(pictures.map(({ isStarred }) => isStarred)).toEqual([false, true, false, false]);
    expect(agencies.find(({ id }) => id === 'adobe-stock')?.ready).toBe(1);
    const { agencies: all } = await check('adobe-stock', ...request.pictures);
    expect(all.find(({ id }) => id === 'adobe-stock')?.ready).toBe(2);
    await answerExport(deps, 'ada', request);
    await answer('adobe-stock', ...request.pictures);
    const ids = enqueue.mock.calls.flatMap(([, tasks]) => tasks.map(({ id }) => id.split('-', 2).join('-')));
    expect(new Set(ids).size).toBe(2);
    const { entries } = await listExport(deps, 'ada', request);
    const report = entries.at(-1);
    const text = report && 'read' in report ? String(await report.read(AbortSignal.timeout(9000))) : '';
    expect(text).toContain(
      ['Left out, by check', '- Too small: 2', '- Look alike: 1 left out by you', ''].join('\r\n'),
    );
    expect(text).toContain('Fox_in_the_snow_004.png: Left out by you: similar to another picture.');
  });

  it('has the studio’s creator and copyright in its files, and is built again for others', async () => {
    await writeBatch(firestore, 'keywords', keywords([written()]));
    const { zip, objects, deps } = await start();
    putUpload(objects, 0, await createPicture('jpeg'));
    const digest = async () =>
      (await listExport(deps, 'ada', { agency: 'shutterstock', pictures: [original('keywords')] })).digest;
    const before = await digest();
    await settingsReference(firestore, 'files').set({ creator: 'Studio', copyright: '© 2026 Studio' });
    expect(await digest()).not.toBe(before);
    const [bytes = Buffer.alloc(0)] = (await zip('shutterstock', original('keywords'))).values();
    const xmp = (await sharp(bytes).metadata()).xmpAsString;
    expect(xmp).toMatch(/<dc:creator[^>]*><rdf:Seq><rdf:li>Studio</);
    expect(xmp).toMatch(/<dc:rights[^>]*><rdf:Alt><rdf:li[^>]*>© 2026 Studio</);
  });

  it('keeps the pixels of an upload that is fine', async () => {
    await writeBatch(firestore, 'keywords', keywords([written()]));
    const { zip, objects } = await start();
    const upload = await createPicture('jpeg');
    putUpload(objects, 0, upload);
    const [bytes = Buffer.alloc(0)] = (await zip('shutterstock', original('keywords'))).values();
    const pixelsOf = async (file: Buffer) => (await sharp(file).raw().toBuffer()).toString('base64');
    expect((await pixelsOf(bytes)) === (await pixelsOf(upload))).toBe(true);
  });

  it('is built once for each agency', async () => {
    await writeBatch(firestore, 'generated', { ...generated(), ...hoursAgo(5) });
    const { answer, enqueue } = await start();
    for (const agency of ['adobe-stock', 'adobe-stock', 'dreamstime']) {
      expect(await answer(agency, result('generated'))).toMatchObject({ status: 'preparing' });
    }
    expect(enqueue).toHaveBeenCalledTimes(2);
    const { id } = makeSelection('ada', [result('generated')], { agency: 'adobe-stock', naming: null });
    const archive = await readArchive(firestore, id);
    expect(archive?.batchIds).toEqual(['generated']);
    expect(archive?.expiresAt.toMillis()).toBe(NOW - 5 * 60 * 60 * 1000 + RETENTION_MS);
  });

  it('is not built when the texts have changed meanwhile', async () => {
    await writeBatch(firestore, 'keywords', keywords([written()]));
    const { answer, deps, objects } = await start();
    putUpload(objects, 0);
    await answer('adobe-stock', original('keywords'));
    const { id } = makeSelection('ada', [original('keywords')], { agency: 'adobe-stock', naming: null });
    const { digest = '' } = (await readArchive(firestore, id)) ?? {};
    await writeBatch(firestore, 'keywords', keywords([written({ seo_description: 'Another fox.' })]));
    await buildArchive(deps, { batchId: id, digest, naming: null }, listExport);
    expect((await archiveReference(firestore, id).get()).exists).toBe(false);
  });
});

it('holds one picture at a time, also for several ZIPs', async () => {
  const items = Array.from({ length: 6 }, () =>
    createView({ image: createImage({ ...LARGE, isMadeByAi: true }) }),
  );
  await writeBatch(firestore, 'many', { total: 6, items: Object.fromEntries(items.entries()) });
  const { judge, stored, watch } = await start();
  stored.set(createImage().publicId, await createPicture('png'));
  const chosen = items.map((_, index) => result('many', index));
  const { pictures, agency } = await judge('adobe-stock', ...chosen);
  const signal = AbortSignal.timeout(20_000);
  const made = await Promise.all(
    pictures.map(async (picture) => watch.end(await readExportFile(picture, agency, signal))),
  );
  expect(made.every(({ length }) => length > 0)).toBe(true);
  expect(watch).toMatchObject({ opened: 6, most: 1 });
});

it('has parts of at most 10,000 megapixels, each with its own report', async () => {
  const sizes = [10, ...Array.from({ length: 100 }, () => 10_000), 10];
  const items = sizes.map((height) =>
    createView({ image: createImage({ width: 10_000, height, isMadeByAi: true }) }),
  );
  await writeBatch(firestore, 'large', { total: 102, items: Object.fromEntries(items.entries()) });
  const { answer, check, deps, enqueue } = await start();
  const pictures = items.map((_, index) => result('large', index));
  const { agencies } = await check('studio', ...pictures);
  expect(Object.fromEntries(agencies.map(({ id, zips }) => [id, zips]))).toMatchObject({
    'adobe-stock': 1,
    studio: 2,
    shutterstock: 0,
  });
  const request = { agency: 'studio', pictures };
  const parts = await Promise.all([1, 2].map((part) => listExport(deps, 'ada', { ...request, part })));
  expect(parts.map(({ fileName, count }) => [fileName, count])).toEqual([
    ['studio_100_pictures_part_1_of_2.zip', 100],
    ['studio_2_pictures_part_2_of_2.zip', 2],
  ]);
  const names = parts.flatMap(({ entries }) => entries.map(({ name }) => name));
  expect(new Set(names.filter((name) => name.endsWith('.jpg'))).size).toBe(102);
  const report = parts[1]?.entries.at(-1);
  const text = report && 'read' in report ? String(await report.read(AbortSignal.timeout(9000))) : '';
  expect(text).toContain('Own profile: 2 of 2 pictures, part 2 of 2');
  await expect(answerExport(deps, 'ada', { ...request, part: 3 })).rejects.toThrow('Check them again.');
  for (const part of [1, 2, 2]) {
    expect(await answerExport(deps, 'ada', { ...request, part })).toMatchObject({
      total: [101, 3][part - 1],
    });
  }
  await answer('studio', ...pictures);
  expect(enqueue).toHaveBeenCalledTimes(3);
});
