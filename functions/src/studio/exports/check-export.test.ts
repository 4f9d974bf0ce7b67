import { writeMetadata } from '@portal/image-metadata';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createImage, createView, writeBatch } from '../../batches/sources/testing/create-batches.ts';
import { DEFAULT_OWN_AGENCY } from '../../platform/settings/agency-settings.ts';
import { settingsReference } from '../../platform/settings/settings-store.ts';
import {
  createPicture,
  generated,
  keywords,
  LARGE,
  original,
  putUpload,
  result,
  written,
} from './testing/create-pictures.ts';
import { startExports } from './testing/start-exports.ts';

const { firestore, start } = await startExports();

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
    putUpload(objects, 0);
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
    putUpload(objects, 0, await createPicture('jpeg', { width: 30, height: 20 }));
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

  it('says that it would enlarge a picture again', async () => {
    await writeBatch(firestore, 'upscaled', {
      ...generated({ width: 1250, height: 800 }),
      tool: 'upscale',
      settings: { scale: 2, enhance: false, engine: 'sharp' },
      uploads: { folder: 'folder-2', files: [{ id: 'upload-0', name: 'a.png' }] },
    });
    const { check } = await start();
    expect((await check('adobe-stock', result('upscaled'))).pictures[0]?.remedies[0]).toMatchObject({
      scale: 2,
      advice: 'Already enlarged 2x; this makes it 4x.',
    });
  });

  it('says what the agency thinks of enlarged photographs', async () => {
    await writeBatch(firestore, 'keywords', keywords([written({ width: 1250, height: 800 })]));
    const { check, objects } = await start();
    putUpload(objects, 0);
    expect((await check('depositphotos', original('keywords'))).pictures[0]?.remedies).toEqual([
      { kind: 'upscale', scale: 2, price: 0, advice: 'Depositphotos declines pictures that were enlarged.' },
    ]);
  });

  it('fixes texts and asks for missing ones', async () => {
    await writeBatch(firestore, 'keywords', keywords([written({ seo_image_title: 'Fox, in the snow' })]));
    await writeBatch(firestore, 'generated', generated());
    const { check, objects } = await start();
    putUpload(objects, 0);
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

describe('names', () => {
  const KEYWORDS = ['fox', 'snow', 'winter', 'forest', 'cold', 'animal', 'red'];
  const NAMED = written({
    seo_image_title: 'Fox in Nike shoes',
    keywords: [...KEYWORDS, 'klimt'],
    isMadeByAi: true,
  });

  it('leave AI pictures out of an export for Adobe Stock, and only warn for others [D-checks.2]', async () => {
    await writeBatch(firestore, 'keywords', keywords([NAMED]));
    const { check, objects } = await start();
    putUpload(objects, 0);
    const { pictures, agencies } = await check('adobe-stock', original('keywords'));
    expect(pictures).toMatchObject([
      {
        isReady: false,
        reasons: [{ kind: 'title-names' }, { kind: 'keyword-names' }],
        warnings: [],
        remedies: [{ kind: 'fix-texts', texts: { keywords: KEYWORDS } }],
      },
    ]);
    const ready = Object.fromEntries(agencies.map((agency) => [agency.id, agency.ready]));
    expect(ready).toMatchObject({ 'adobe-stock': 0, dreamstime: 1, studio: 1 });
    expect((await check('dreamstime', original('keywords'))).pictures).toMatchObject([
      { isReady: true, reasons: [], warnings: [{ kind: 'title-names' }, { kind: 'keyword-names' }] },
    ]);
  });
});

describe('the size of files', () => {
  async function startOwn() {
    const { check, zip, objects } = await start();
    const ask = async (bytes: Buffer, minBytes: number, extension = 'jpg') => {
      await settingsReference(firestore, 'agencies').set({ own: { ...DEFAULT_OWN_AGENCY, minBytes } });
      await writeBatch(firestore, 'keywords', keywords([written({ extension })]));
      putUpload(objects, 0, bytes);
      const { agencies, pictures } = await check('studio', original('keywords'));
      const { ready, uncertain } = agencies.find(({ id }) => id === 'studio') ?? {};
      const problems = pictures.flatMap(({ reasons, warnings }) => [...reasons, ...warnings]);
      return { ready, uncertain, isReady: pictures[0]?.isReady, problems };
    };
    return { ask, zip };
  }
  const sure = { ready: 1, uncertain: 0, isReady: true, problems: [] };

  it('is known of a JPEG that keeps its pixels, with its texts', async () => {
    const jpeg = await createPicture('jpeg');
    const { ask, zip } = await startOwn();
    await ask(jpeg, 1);
    const [file] = (await zip('studio', original('keywords'))).values();
    const exact = file?.length ?? 0;
    expect(exact).toBeGreaterThan(jpeg.length);
    expect(await ask(jpeg, exact)).toEqual(sure);
    expect(await ask(jpeg, exact + 1)).toEqual({
      ready: 0,
      uncertain: 0,
      isReady: false,
      problems: [
        {
          kind: 'file-too-small',
          message: expect.stringMatching(/^The file has [\d.]+ MB; at least [\d.]+ MB are required\.$/),
        },
      ],
    });
  });

  it('is not known of a PNG and of a JPEG that is converted', async () => {
    const { ask } = await startOwn();
    const png = await createPicture('png');
    const problems = [
      { kind: 'file-may-be-too-small', message: expect.stringMatching(/which may have less/) },
    ];
    const mayBe = { ready: 1, uncertain: 1, isReady: true, problems };
    expect(await ask(png, png.length, 'png')).toEqual(mayBe);
    expect(await ask(png, Math.floor(png.length / 8), 'png')).toEqual(sure);
    const gray = await sharp(png).toColourspace('b-w').jpeg().toBuffer();
    expect(await ask(gray, gray.length + 1)).toEqual(mayBe);
    expect(await ask(gray, gray.length)).toEqual(sure);
  });
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
