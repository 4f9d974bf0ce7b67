import { buffer } from 'node:stream/consumers';
import { uploadPath } from '@portal/contracts/uploads';
import type { ExportRequest } from '@portal/contracts/exports';
import type { Source } from '@portal/contracts/source';
import { readMetadata, writeMetadata } from '@portal/image-metadata';
import { parse } from 'csv-parse/sync';
import { Timestamp } from 'firebase-admin/firestore';
import JSZip from 'jszip';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { archiveReference, makeSelection, readArchive } from '../batches/archive/archive-store.ts';
import { buildArchive } from '../batches/archive/build-archive.ts';
import { writeZip } from '../batches/archive/write-zip.ts';
import {
  createImage,
  createView,
  writeBatch,
  type BatchOverrides,
} from '../batches/sources/testing/create-batches.ts';
import type { ItemView } from '../batches/store/batch-record.ts';
import { RETENTION_MS } from '../batches/store/batch-store.ts';
import type { Deps } from '../deps.ts';
import { settingsReference } from '../platform/settings-store.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { DEFAULT_OWN_AGENCY } from '../settings/agency-settings.ts';
import { startApi } from '../testing/start-api.ts';
import { findTool } from '../tools.ts';
import { createObject, startStorage } from '../uploads/testing/start-storage.ts';
import { answerExport } from './answer-export.ts';
import { checkExport } from './check-export.ts';
import { listExport } from './list-export.ts';
import { judgePictures, readExportFile } from './judge-pictures.ts';

const firestore = await startFirestore();
vi.setConfig({ testTimeout: 30_000 });
const now = Date.now();
const hoursAgo = (hours: number): BatchOverrides => {
  const createdAt = Timestamp.fromMillis(now - hours * 60 * 60 * 1000);
  return { createdAt, expiresAt: Timestamp.fromMillis(createdAt.toMillis() + RETENTION_MS) };
};

beforeEach(async () => {
  for (const name of ['batches', 'archives', 'settings', 'lastGoodSettings'])
    await firestore.recursiveDelete(firestore.collection(name));
});

async function start() {
  vi.stubEnv('CACHE_SECONDS', '0');
  const { deps: storage, objects } = await startStorage();
  const { deps } = await startApi(['ada']);
  const enqueue = vi.fn<Deps['queues']['enqueue']>().mockResolvedValue();
  const stored = new Map<string, Buffer>();
  const watch = {
    opened: 0,
    open: 0,
    most: 0,
    end: (bytes: Buffer) => {
      watch.open -= 1;
      return bytes;
    },
  };
  const open: Deps['media']['open'] = async ({ publicId }) => {
    watch.opened += 1;
    watch.open += 1;
    watch.most = Math.max(watch.most, watch.open);
    const bytes = stored.get(publicId) ?? Buffer.alloc(0);
    return {
      body: new Blob([new Uint8Array(bytes)]).stream(),
      contentType: 'image/png',
      contentLength: bytes.length,
    };
  };
  const all = {
    ...deps,
    ...storage,
    firestore,
    queues: { ...deps.queues, enqueue },
    media: { ...deps.media, open },
  };
  const by =
    <Answer>(
      act: (deps: Deps, find: typeof findTool, owner: string, request: ExportRequest) => Promise<Answer>,
    ) =>
    (agency: string, ...pictures: Source[]) =>
      act(all, findTool, 'ada', { agency, pictures });
  return {
    deps: all,
    objects,
    stored,
    watch,
    enqueue,
    check: by(checkExport),
    judge: by(judgePictures),
    answer: by(answerExport),
    zip: async (agency: string, ...pictures: Source[]) => {
      const { entries } = await listExport(all, findTool, 'ada', { agency, pictures });
      const { files } = await JSZip.loadAsync(await buffer(writeZip(entries)), { checkCRC32: true });
      return new Map(
        await Promise.all(
          Object.values(files).map(async (file) => [file.name, await file.async('nodebuffer')] as const),
        ),
      );
    },
  };
}

const result = (batchId: string, index = 0): Source => ({ batchId, index, kind: 'result' });
const original = (batchId: string, index = 0): Source => ({ batchId, index, kind: 'original' });

const LARGE = { width: 2400, height: 1800 };
const generated = (image: Partial<Parameters<typeof createImage>[0]> = {}): BatchOverrides => ({
  items: { 0: createView({ image: createImage({ ...LARGE, isMadeByAi: true, ...image }) }) },
});

const TEXTS = {
  seo_image_title: 'Red fox in the snow',
  seo_description: 'A red fox looks for mice.',
  keywords: ['red fox', 'snow', 'winter', 'animal', 'wildlife', 'forest', 'cold'],
  category: 1,
  edited: false,
  extension: 'jpg',
  ...LARGE,
};
const written = (texts: object = {}): ItemView => createView({ texts: { ...TEXTS, ...texts } });
const keywords = (items: ItemView[], overrides: BatchOverrides = {}): BatchOverrides => ({
  tool: 'keyword-generator',
  name: 'Foxes',
  settings: {
    provider: 'openai',
    context: '',
    mustAppear: [],
    mustNotAppear: [],
    keywordCount: 50,
    language: 'English',
  },
  total: items.length,
  uploads: {
    folder: 'folder-1',
    files: items.map((_, index) => ({ id: `picture-${index}`, name: `${index}.jpg` })),
  },
  items: Object.fromEntries(items.entries()),
  ...overrides,
});
const put = (objects: Map<string, ReturnType<typeof createObject>>, index: number, bytes?: Buffer) =>
  objects.set(uploadPath('ada', 'folder-1', `picture-${index}`), createObject(bytes && { bytes }));

const createPicture = (format: 'png' | 'jpeg', { width, height } = LARGE) =>
  sharp({ create: { width, height, channels: 3, background: '#b43' } })
    .toFormat(format)
    .toBuffer();

describe('pictures that AI made or changed', () => {
  it('are refused by Shutterstock with the reason, whatever tool they are from', async () => {
    await writeBatch(firestore, 'generated', generated());
    await writeBatch(firestore, 'upscaled', {
      ...generated(),
      tool: 'upscale',
      uploads: { folder: 'folder-2', files: [{ id: 'upload-0', name: 'a.png' }] },
    });
    await writeBatch(firestore, 'keywords', keywords([written({ isMadeByAi: true })]));
    const { check, answer, objects, enqueue } = await start();
    put(objects, 0);
    const pictures = [result('generated'), result('upscaled'), original('keywords')];
    const { pictures: checked, agencies } = await check('shutterstock', ...pictures);
    expect(checked.map(({ isReady, reasons, remedies }) => [isReady, reasons, remedies])).toEqual(
      checked.map(() => [
        false,
        [{ kind: 'made-by-ai', message: 'Shutterstock does not accept pictures that AI made or changed.' }],
        [],
      ]),
    );
    expect(agencies.map(({ id, ready }) => [id, ready])).toEqual([
      ['adobe-stock', 3],
      ['shutterstock', 0],
      ['getty-images', 0],
      ['dreamstime', 3],
      ['123rf', 0],
      ['depositphotos', 0],
      ['magnific', 0],
      ['studio', 3],
    ]);
    await expect(answer('shutterstock', ...pictures)).rejects.toThrow(
      'The agency takes none of these pictures.',
    );
    expect(enqueue).not.toHaveBeenCalled();
  });

  it('are told from enlarged photographs by the mark', async () => {
    await writeBatch(firestore, 'upscaled', {
      ...generated({ isMadeByAi: false }),
      tool: 'upscale',
      uploads: { folder: 'folder-2', files: [{ id: 'upload-0', name: 'a.png' }] },
    });
    const { check } = await start();
    expect((await check('shutterstock', result('upscaled'))).pictures).toMatchObject([
      { isReady: true, isMadeByAi: false },
    ]);
  });

  it('are found by their file if the record does not say', async () => {
    await writeBatch(firestore, 'generated', {
      items: { 0: createView({ image: createImage({ ...LARGE, publicId: 'marked' }) }) },
    });
    await writeBatch(firestore, 'keywords', keywords([written({ width: undefined, height: undefined })]));
    const { check, stored, objects } = await start();
    const marked = writeMetadata(await createPicture('png'), { sourceType: 'trainedAlgorithmicMedia' });
    stored.set('marked', marked ?? Buffer.alloc(0));
    put(objects, 0, await createPicture('jpeg', { width: 30, height: 20 }));
    const { pictures } = await check('shutterstock', result('generated'), original('keywords'));
    const kinds = new Map(pictures.map(({ picture, reasons }) => [picture.batchId, reasons[0]?.kind]));
    expect(kinds).toEqual(
      new Map([
        ['generated', 'made-by-ai'],
        ['keywords', 'too-few-megapixels'],
      ]),
    );
  });
});

describe('remedies', () => {
  it.each([
    [{ width: 1250, height: 800 }, 2],
    [{ width: 1200, height: 833 }, 4],
    [{ width: 600, height: 417 }, 4],
    [{ width: 600, height: 416 }, undefined],
    [{ width: 2500, height: 1600 }, undefined],
  ])('enlarges %o by %s for Adobe Stock', async (size, scale) => {
    await writeBatch(firestore, 'generated', generated(size));
    const { check } = await start();
    const { pictures } = await check('adobe-stock', result('generated'));
    const upscale = pictures[0]?.remedies.filter(({ kind }) => kind === 'upscale');
    expect(upscale).toEqual(scale === undefined ? [] : [{ kind: 'upscale', scale, price: 0, advice: null }]);
  });

  it('says what the agency thinks of enlarged photographs', async () => {
    await writeBatch(firestore, 'keywords', keywords([written({ width: 1250, height: 800 })]));
    const { check, objects } = await start();
    put(objects, 0);
    expect((await check('depositphotos', original('keywords'))).pictures[0]?.remedies).toEqual([
      { kind: 'upscale', scale: 2, price: 0, advice: 'Depositphotos declines pictures that were enlarged.' },
    ]);
  });

  it('fixes texts and asks for missing ones', async () => {
    await writeBatch(firestore, 'keywords', keywords([written({ seo_image_title: 'Fox, in the snow' })]));
    await writeBatch(firestore, 'generated', generated());
    const { check, objects } = await start();
    put(objects, 0);
    const { pictures } = await check('adobe-stock', original('keywords'), result('generated'));
    const [fixable, bare] = ['keywords', 'generated'].map((id) =>
      pictures.find(({ picture }) => picture.batchId === id),
    );
    expect(fixable?.warnings).toEqual([{ kind: 'title-commas', message: 'Title contains a comma.' }]);
    expect(fixable?.remedies).toMatchObject([
      { kind: 'fix-texts', batchId: 'keywords', index: 0, texts: { seo_image_title: 'Fox in the snow' } },
    ]);
    expect(bare).toMatchObject({
      isReady: true,
      warnings: [{ kind: 'texts-missing' }],
      remedies: [{ kind: 'write-texts' }],
    });
    expect((await check('magnific', result('generated'))).pictures[0]).toMatchObject({ isReady: false });
  });
});

describe('texts of the same picture in another batch', () => {
  const from = (source: Source) => ({ ...source, bytes: 5, date: '2026-11-20T08:09:10.000Z' });
  const sentTo = (source: Source, overrides: BatchOverrides): BatchOverrides => ({
    uploads: {
      folder: 'folder-1',
      files: [{ id: 'picture-0', name: 'fox.png', from: from(source) }],
      sources: {},
    },
    sourceIds: [source.batchId],
    ...overrides,
  });

  it('are those of its copy at the Keyword Generator, the newest ones', async () => {
    await writeBatch(firestore, 'generated', generated());
    for (const [id, hours, title] of [
      ['first', 3, 'Old title'],
      ['second', 2, 'New title'],
    ] as const) {
      await writeBatch(firestore, id, {
        ...keywords([written({ seo_image_title: title })], hoursAgo(hours)),
        ...sentTo(result('generated'), {}),
      });
    }
    const { judge, objects } = await start();
    put(objects, 0);
    expect((await judge('adobe-stock', result('generated'))).pictures).toMatchObject([
      { texts: { seo_image_title: 'New title' } },
    ]);
  });

  it('are those of what an enlarged picture was made from', async () => {
    await writeBatch(firestore, 'keywords', keywords([written()]));
    await writeBatch(firestore, 'upscaled', {
      ...generated(),
      ...sentTo(original('keywords'), { tool: 'upscale' }),
    });
    await writeBatch(firestore, 'twice', {
      ...generated(),
      ...sentTo(result('upscaled'), { tool: 'upscale' }),
    });
    await writeBatch(firestore, 'styled', {
      ...generated(),
      ...sentTo(original('keywords'), { tool: 'stylizer' }),
    });
    const { judge } = await start();
    const { pictures } = await judge('adobe-stock', result('upscaled'), result('twice'), result('styled'));
    const titles = new Map(pictures.map(({ picture, texts }) => [picture.batchId, texts?.seo_image_title]));
    expect(titles).toEqual(
      new Map([
        ['upscaled', TEXTS.seo_image_title],
        ['twice', TEXTS.seo_image_title],
        ['styled', undefined],
      ]),
    );
  });

  it('are gone with the batch that has them', async () => {
    await writeBatch(firestore, 'keywords', keywords([written()], { deletedAt: Timestamp.now() }));
    await writeBatch(firestore, 'upscaled', {
      ...generated(),
      ...sentTo(original('keywords'), { tool: 'upscale' }),
    });
    const { judge } = await start();
    expect((await judge('adobe-stock', result('upscaled'))).pictures).toMatchObject([{ texts: undefined }]);
  });

  it('belong only to their owner', async () => {
    await writeBatch(firestore, 'generated', generated());
    await writeBatch(firestore, 'foreign', {
      ...keywords([written()], { owner: 'bo' }),
      ...sentTo(result('generated'), { owner: 'bo' }),
    });
    const { judge } = await start();
    expect((await judge('adobe-stock', result('generated'))).pictures).toMatchObject([{ texts: undefined }]);
  });
});

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
    put(objects, 0, await createPicture('jpeg'));
    put(objects, 1, marked);
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
        'Left out',
        '- Tiny_001.png: This picture has 0.01 megapixels; at least 4 are required.',
        '',
        'Check before you submit',
        '- Fox_in_the_snow_001.jpg: This picture has no title and keywords.',
        '',
      ].join('\r\n'),
    );
  });

  it('leaves out a file that turns out to be too large, from the CSV, too', async () => {
    const own = { ...DEFAULT_OWN_AGENCY, maxBytes: 60_000 };
    await settingsReference(firestore, 'agencies').set({ own });
    await writeBatch(firestore, 'keywords', keywords([written(), written({ seo_image_title: 'Snow owl' })]));
    const { zip, objects } = await start();
    const noise = sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', sigma: 90 },
      },
    });
    put(objects, 0, await noise.png().toBuffer());
    put(objects, 1, await createPicture('png', { width: 60, height: 40 }));
    const files = await zip('studio', original('keywords'), original('keywords', 1));
    expect([...files.keys()]).toEqual(['snow-owl.jpg', 'keywords.csv', 'report.txt']);
    expect(String(files.get('keywords.csv'))).not.toContain('red-fox');
    expect(String(files.get('report.txt'))).toContain('Own profile: 1 of 2 pictures');
    expect(String(files.get('report.txt'))).toMatch(
      /red-fox-in-the-snow\.jpg: Even at a quality of 85 percent/,
    );
  });

  it('keeps the pixels of an upload that is fine', async () => {
    await writeBatch(firestore, 'keywords', keywords([written()]));
    const { zip, objects } = await start();
    const upload = await createPicture('jpeg');
    put(objects, 0, upload);
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
    expect(archive?.expiresAt.toMillis()).toBe(now - 5 * 60 * 60 * 1000 + RETENTION_MS);
  });

  it('is not built when the texts have changed meanwhile', async () => {
    await writeBatch(firestore, 'keywords', keywords([written()]));
    const { answer, deps, objects } = await start();
    put(objects, 0);
    await answer('adobe-stock', original('keywords'));
    const { id } = makeSelection('ada', [original('keywords')], { agency: 'adobe-stock', naming: null });
    const { digest = '' } = (await readArchive(firestore, id)) ?? {};
    await writeBatch(firestore, 'keywords', keywords([written({ seo_description: 'Another fox.' })]));
    await buildArchive(deps, { batchId: id, digest, naming: null }, findTool, listExport);
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

it('converts at most 10,000 megapixels for one ZIP', async () => {
  const items = Array.from({ length: 101 }, () =>
    createView({ image: createImage({ width: 10_000, height: 10_000, isMadeByAi: true }) }),
  );
  await writeBatch(firestore, 'large', { total: 101, items: Object.fromEntries(items.entries()) });
  const { answer, enqueue } = await start();
  const pictures = items.map((_, index) => result('large', index));
  await expect(answer('adobe-stock', ...pictures)).rejects.toThrow(
    'Select fewer pictures: together they have 10,100 megapixels, and the limit is 10,000.',
  );
  await answer('adobe-stock', ...pictures.slice(1));
  expect(enqueue).toHaveBeenCalledOnce();
});

it('answers 404 for other people’s pictures and 400 for agencies that do not exist', async () => {
  await writeBatch(firestore, 'foreign', { ...generated(), owner: 'bo' });
  await writeBatch(firestore, 'generated', generated());
  const { check, answer } = await start();
  for (const ask of [check, answer]) {
    await expect(ask('adobe-stock', result('foreign'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(ask('nobody', result('generated'))).rejects.toMatchObject({ code: 'bad-request' });
  }
});
