import type { Source } from '@portal/contracts/source';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { writeBatch, type BatchOverrides } from '../../batches/sources/testing/create-batches.ts';
import {
  generated,
  hoursAgo,
  keywords,
  original,
  putUpload,
  result,
  TEXTS,
  written,
} from './testing/create-pictures.ts';
import { startExports } from './testing/start-exports.ts';

const { firestore, start } = await startExports();

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
    putUpload(objects, 0);
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
