import { fetchFile } from '../support/api-files.ts';
import type { KeywordBatch, KeywordResult } from '@portal/contracts/keyword-generator';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { signIn, type Account } from '../support/accounts.ts';
import { makeRequest, startBatch, waitForBatch as waitForImageBatch } from '../support/generator.ts';
import { findCard, openOptions } from '../support/generator-page.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  chooseExport,
  createKeywordBatch,
  findEditor,
  findForm,
  findTitle,
  KEYWORD_PAGE,
  openFailedItems,
  openResults,
} from '../support/keyword-page.ts';
import { startKeywords, waitForBatch } from '../support/keywords.ts';
import type { NamedPicture } from '../support/send-pictures.ts';
import { choosePictures, findSelection, waitForCount } from '../support/uploads-page.ts';
import type { Shot } from './pages.ts';

const PROMPTS = [
  'A lighthouse above the sea at dusk',
  'Mountains in the morning, pines below, soft light',
  'A red balloon over fields of lavender',
];

interface Made {
  originals: readonly NamedPicture[];
  batch: KeywordBatch;
}

/** As edited by a user. */
const CHANGES: Readonly<Record<number, Partial<KeywordResult>>> = {
  0: { edited: true, seo_image_title: 'Sailing boat off a lighthouse, evening light' },
  2: { edited: true, seo_image_title: 'Snow & pines: a calendar of the Alps' },
  3: { category: null },
};

let made: Promise<Made> | undefined;
/** The portal's own samples and their keywords, created once. */
async function makePictures(): Promise<Made> {
  const artist = await signIn('artist@studio.example', { sub: 'google-artist' });
  const originals = (await Promise.all(PROMPTS.map((prompt) => makeTwo(artist, prompt)))).flat();
  const batch = await waitForBatch(artist, await startKeywords(artist, originals));
  if (batch.completedCount < originals.length) throw new Error(JSON.stringify(batch.failures));
  return { originals, batch };
}

async function makeTwo(artist: Account, prompt: string): Promise<NamedPicture[]> {
  const request = makeRequest('stability', { prompt, quantity: 2, seed: 7, outputFormat: 'jpeg' });
  const { generatedImages } = await waitForImageBatch(artist, await startBatch(artist, request));
  const [, subject = ''] = prompt.toLowerCase().split(' ');
  return Promise.all(
    generatedImages.map(async (address, index) => ({
      name: `${subject}-${index + 1}.jpg`,
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
  const kept = { images, results, cost: 0.024, estimate: 0.024 };
  const finished = createKeywordBatch([], {
    ...kept,
    id,
    name: 'Evening at the coast',
    createdAt: '2026-11-21T11:40:00.000Z',
    completedCount: 6,
    progress: 100,
    results: results.map((result) => ({ ...result, ...CHANGES[result.index] })),
  });
  const running = createKeywordBatch([], {
    ...kept,
    id: 'running',
    name: '11/21/26, 11:59 AM',
    status: 'processing',
    language: 'German',
    createdAt: '2026-11-21T11:59:20.000Z',
    startedAt: '2026-11-21T11:59:24.000Z',
    expiresAt: '2026-11-24T11:59:20.000Z',
    endedAt: null,
    completedCount: 3,
    runningItems: [3, 4],
    progress: 50,
    cost: 0.012,
    results: results.map((result, index) =>
      index < 3 ? result : { ...result, status: index < 5 ? 'processing' : 'queued' },
    ),
  });
  const failures = results.slice(0, 2).map(({ index, fileName, previewUrl }) => ({
    index,
    fileName,
    previewUrl,
    error: 'The answer could not be used: The answer is not JSON.',
    attempts: 3,
  }));
  const failed = createKeywordBatch([], {
    ...kept,
    id: 'failed',
    name: 'Two that were no use',
    status: 'failed',
    createdAt: '2026-11-21T09:10:00.000Z',
    images: images.slice(0, 2),
    results: results.slice(0, 2).map((result) => ({ ...result, status: 'failed' })),
    failedCount: 2,
    progress: 100,
    failedItems: failures,
    failures: failures.map(({ index, error, attempts }) => ({
      index,
      state: 'failed',
      reason: error,
      attempts,
    })),
    retryable: { failed: 2, uncertain: 0 },
  });
  await answerWithBatches(page, [running, finished, failed]);
  // Its own images.
  await page.unroute(`**${BATCHES_CALL}/*/originals/*{,/thumbnail}`);
  await page.reload();
  const card = findCard(page, id);
  await card.waitFor();
  return card;
}

/** All visible images have loaded. */
const waitForVisibleImages = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[data-loading]')].every(
      (place) => place.getBoundingClientRect().top > innerHeight,
    ),
  );

/** The history is below the form on a phone, and beside it on a desktop. */
const scrollTo = (target: Locator) =>
  target.evaluate((element) =>
    window.scrollTo(0, innerWidth < 900 ? element.getBoundingClientRect().top + scrollY - 72 : 0),
  );

const shot = (name: string, prepare: Shot['prepare']): Shot => ({
  name: `keywords-${name}`,
  path: KEYWORD_PAGE,
  as: 'artist',
  prepare,
});

export const KEYWORD_SHOTS: readonly Shot[] = [
  shot('form', async (page) => {
    await showHistory(page);
    const { originals } = await (made ??= makePictures());
    await choosePictures(page, originals.slice(0, 2));
    await waitForCount(page, 2);
    await openOptions(page);
    const form = findForm(page);
    await form
      .getByRole('textbox', { name: 'Context for the whole batch' })
      .fill('Paintings for a calendar of the coast');
    await form.getByRole('textbox', { name: 'Words that must appear' }).fill('calendar, watercolour');
    await page.keyboard.press('Enter');
    await form.getByRole('combobox', { name: 'Language' }).focus();
    await scrollTo(findSelection(page));
    await waitForVisibleImages(page);
  }),
  shot('history', async (page) => {
    await showHistory(page);
    await scrollTo(findCard(page, 'running'));
    await waitForVisibleImages(page);
  }),
  shot('results', async (page) => {
    await openResults(page, await showHistory(page));
    await page.mouse.move(0, 0);
    await waitForVisibleImages(page);
  }),
  shot('editing', async (page) => {
    const dialog = await openResults(page, await showHistory(page));
    const editor = findEditor(dialog, 'lighthouse-1.jpg');
    await editor.getByRole('button', { name: 'Remove decoration' }).click();
    const title = findTitle(editor);
    await title.fill(`${await title.inputValue()}, seen from the harbor`);
    await page.mouse.move(0, 0);
    await waitForVisibleImages(page);
  }),
  shot('failed-items', async (page) => {
    await showHistory(page);
    await openFailedItems(page, findCard(page, 'failed'));
    await waitForVisibleImages(page);
  }),
  shot('agency', async (page) => {
    await chooseExport(page, await showHistory(page), 'Adobe Stock CSV');
    await waitForVisibleImages(page);
  }),
];
