import { fetchFile } from '../support/api-files.ts';
import { StylizerBatchSchema, stylizerCalls, type StylizerBatch } from '@portal/contracts/stylizer';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { signIn, type Account } from '../support/accounts.ts';
import { watchBatches } from '../support/batches.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { findCard } from '../support/generator-page.ts';
import { answerWith } from '../support/routes.ts';
import { startByForm, type NamedPicture } from '../support/send-pictures.ts';
import {
  BATCHES_CALL,
  chooseStyle,
  createBatch,
  STYLIZER_PAGE,
  TRANSFORM_CALL,
} from '../support/stylizer-page.ts';
import { choosePictures, findSelection, waitForCount } from '../support/uploads-page.ts';
import type { Shot } from './pages.ts';

const PROMPT = 'Mountains in the morning, pines below, soft light';

interface Made {
  originals: readonly NamedPicture[];
  batch: StylizerBatch;
}

let made: Promise<Made> | undefined;
/** The portal's own samples and their styled versions, created once. */
async function makePictures(): Promise<Made> {
  const artist = await signIn('artist@studio.example', { sub: 'google-artist' });
  const originals = await generate(artist);
  const { waitForBatch: waitForStyled } = watchBatches(stylizerCalls.list.path, StylizerBatchSchema);
  const id = await startByForm(artist, TRANSFORM_CALL, originals, { preset: 'anime' });
  const batch = await waitForStyled(artist, id);
  if (batch.completedCount < originals.length) throw new Error(JSON.stringify(batch.failures));
  return { originals, batch };
}

async function generate(artist: Account): Promise<NamedPicture[]> {
  const request = makeRequest('stability', { prompt: PROMPT, quantity: 6, seed: 7, outputFormat: 'jpeg' });
  const { generatedImages } = await waitForBatch(artist, await startBatch(artist, request));
  return Promise.all(
    generatedImages.map(async (address, index) => ({
      name: `mountain-${index + 1}.jpg`,
      type: 'image/jpeg',
      bytes: await sharp((await fetchFile(artist, address)).bytes)
        .resize(400)
        .jpeg()
        .toBuffer(),
    })),
  );
}

/** That batch at another time, and two others. */
async function showHistory(page: Page): Promise<Locator> {
  const { batch } = await (made ??= makePictures());
  const { id, images, results } = batch;
  const kept = {
    id,
    images,
    name: 'Mountains for the calendar',
    preset: 'anime',
    createdAt: '2026-11-21T11:40:00.000Z',
    cost: 0.252,
    estimate: 0.252,
  };
  const finished = createBatch([], { ...kept, results, completedCount: 6 });
  const running = createBatch([], {
    ...kept,
    id: 'running',
    name: '11/21/26, 11:59 AM',
    preset: 'studioghibli',
    status: 'processing',
    createdAt: '2026-11-21T11:59:20.000Z',
    startedAt: '2026-11-21T11:59:24.000Z',
    expiresAt: '2026-11-24T11:59:20.000Z',
    endedAt: null,
    completedCount: 3,
    runningItems: [3, 4],
    progress: 50,
    cost: 0.126,
    results: results.map((result, index) =>
      index < 3
        ? result
        : {
            ...result,
            status: index < 5 ? 'processing' : 'pending',
            styledImageUrl: null,
            thumbnailUrl: null,
          },
    ),
  });
  const failed = createBatch([], {
    ...kept,
    id: 'failed',
    name: 'Two that were refused',
    preset: 'renaissance',
    status: 'failed',
    createdAt: '2026-11-21T09:10:00.000Z',
    images: images.slice(0, 2),
    results: results.slice(0, 2).map((result) => ({
      ...result,
      status: 'failed',
      styledImageUrl: null,
      thumbnailUrl: null,
    })),
    failedCount: 2,
    failures: [0, 1].map((index) => ({
      index,
      state: 'failed',
      reason: 'The provider refused it under its content rules.',
      attempts: 1,
    })),
    retryable: { failed: 2, uncertain: 0 },
    cost: 0,
    estimate: 0.084,
  });
  await answerWith(page, BATCHES_CALL, { json: { batches: [running, finished, failed] } });
  await page.reload();
  const card = findCard(page, id);
  await card.waitFor();
  await page.locator('[data-preset=pixel] img').waitFor();
  return card;
}

/** All visible images have loaded. */
const waitForVisibleImages = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[data-loading], [data-preset] img')].every(
      (place) =>
        place.getBoundingClientRect().top > innerHeight ||
        (place instanceof HTMLImageElement && place.complete),
    ),
  );

/** The history is below the form on a phone, and beside it on a desktop. */
const scrollTo = (target: Locator) =>
  target.evaluate((element) =>
    window.scrollTo(0, innerWidth < 900 ? element.getBoundingClientRect().top + scrollY - 72 : 0),
  );

const shot = (name: string, prepare: Shot['prepare']): Shot => ({
  name: `stylizer-${name}`,
  path: STYLIZER_PAGE,
  as: 'artist',
  prepare,
});

export const STYLIZER_SHOTS: readonly Shot[] = [
  shot('form', async (page) => {
    await showHistory(page);
    const { originals } = await (made ??= makePictures());
    await choosePictures(page, originals.slice(0, 2));
    await waitForCount(page, 2);
    await chooseStyle(page, 'Studio Ghibli');
    await scrollTo(findSelection(page));
    await page.locator('[data-preset=studioghibli]').hover();
    await waitForVisibleImages(page);
  }),
  shot('history', async (page) => {
    await showHistory(page);
    await scrollTo(findCard(page, 'running'));
    await waitForVisibleImages(page);
  }),
  shot('viewer', async (page) => {
    const card = await showHistory(page);
    await card.getByRole('button', { name: 'View Images' }).click();
    await page.getByRole('dialog').locator('img[style*="none"]').waitFor();
    await page.mouse.move(0, 0);
  }),
];
