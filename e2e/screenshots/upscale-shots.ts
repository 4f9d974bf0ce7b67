import type { UpscaleBatch } from '@portal/contracts/upscale';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { config } from '../config.ts';
import { signIn } from '../support/accounts.ts';
import { findCard, findHistory, openOptions } from '../support/generator-page.ts';
import { startWith, upscaler } from '../support/picture-tools.ts';
import type { NamedPicture } from '../support/send-pictures.ts';
import { choosePictures, findDropZone, findRow } from '../support/uploads-page.ts';
import {
  answerWithBatches,
  createResult,
  createUpscaleBatch,
  makeGalleryAddress,
  UPSCALE_PAGE,
} from '../support/upscale-page.ts';
import type { Shot } from './pages.ts';

const SIDE = 200;
/** A sample image of the portal, and its file name. */
const SAMPLES = {
  'anime-1': 'portrait',
  'anime-2': 'cat',
  'anime-3': 'flowers',
  'anime-4': 'valley',
  'studioghibli-2': 'cat at dusk',
  'studioghibli-4': 'valley at dusk',
};
const COUNT = Object.keys(SAMPLES).length;

/** Small enough to be worth upscaling. */
const drawPictures = (): Promise<NamedPicture[]> =>
  Promise.all(
    Object.entries(SAMPLES).map(async ([sample, name]) => {
      const answer = await fetch(new URL(`/presets/${sample}.webp`, config.portalUrl));
      const bytes = await sharp(Buffer.from(await answer.arrayBuffer()))
        .resize(SIDE, SIDE)
        .jpeg({ quality: 60 })
        .toBuffer();
      return { name: `${name}.jpg`, bytes, type: 'image/jpeg' };
    }),
  );

let pictures: Promise<NamedPicture[]> | undefined;
let made: Promise<UpscaleBatch> | undefined;

/** Created once, and shown at the time of all screenshots. */
async function makeBatch(): Promise<UpscaleBatch> {
  const artist = await signIn('artist@studio.example', { sub: 'google-artist' });
  const chosen = await (pictures ??= drawPictures());
  const id = await startWith(upscaler, artist, chosen, { scale: '2', enhance: 'true' });
  const { status } = await upscaler.waitForBatch(artist, id);
  if (status !== 'completed') throw new Error('The pictures for the screenshots were not made.');
  return createUpscaleBatch({
    id,
    name: 'Autumn catalog',
    enhance: true,
    totalImages: chosen.length,
    processedImages: chosen.length,
    results: chosen.map(({ name }, index) => createResult(id, index, name)),
  });
}

async function showHistory(page: Page): Promise<UpscaleBatch> {
  const batch = await (made ??= makeBatch());
  const failures = [
    {
      index: COUNT,
      state: 'failed' as const,
      reason: 'The picture is damaged: it ends too early.',
      attempts: 1,
    },
  ];
  const total = batch.totalImages + 1;
  await answerWithBatches(page, [
    {
      ...batch,
      totalImages: total,
      failedCount: 1,
      failures,
      retryable: { failed: 1, uncertain: 0 },
    },
    createUpscaleBatch({
      name: 'Harbour prints',
      createdAt: '2026-11-20T09:10:00.000Z',
      expiresAt: '2026-11-23T09:10:00.000Z',
      totalImages: 9,
      processedImages: 9,
      filesDeleted: true,
    }),
  ]);
  await page.reload();
  await findCard(page, batch.id)
    .locator('img')
    .nth(COUNT - 1)
    .waitFor();
  return batch;
}

async function openGallery(page: Page): Promise<void> {
  const batch = await (made ??= makeBatch());
  await answerWithBatches(page, [batch]);
  await page.goto(makeGalleryAddress(batch.id));
  // On a phone, only the first images are close enough to load.
  const visibleCount = (page.viewportSize()?.width ?? 0) < 600 ? 2 : COUNT;
  await page
    .getByRole('listitem')
    .locator('img')
    .nth(visibleCount - 1)
    .waitFor();
}

const shot = (name: string, prepare: Shot['prepare']): Shot => ({
  name: `upscale-${name}`,
  path: UPSCALE_PAGE,
  as: 'artist',
  prepare,
});

export const UPSCALE_SHOTS: readonly Shot[] = [
  shot('empty', async (page) => {
    await answerWithBatches(page, []);
    await page.reload();
    await findHistory(page).getByText('No batch history yet').waitFor();
  }),
  shot('selection', async (page) => {
    await showHistory(page);
    const chosen = await (pictures ??= drawPictures());
    await choosePictures(page, [...chosen, { name: 'notes.txt', bytes: Buffer.from('notes') }]);
    await openOptions(page);
    await page.getByRole('radio', { name: '4x' }).check();
    await findRow(page, 'portrait.jpg').locator('img').waitFor();
    await findDropZone(page).scrollIntoViewIfNeeded();
  }),
  shot('history', async (page) => {
    const { id } = await showHistory(page);
    await findCard(page, id).evaluate((card) =>
      scrollTo(0, innerWidth < 900 ? card.getBoundingClientRect().top + scrollY - 72 : 0),
    );
  }),
  shot('gallery', openGallery),
  shot('compare', async (page) => {
    await openGallery(page);
    await page.getByRole('button', { name: /^Compare portrait/ }).click();
    await page.getByRole('dialog').locator('img[style*="none"]').nth(1).waitFor();
    await page.mouse.move(0, 0);
  }),
];
