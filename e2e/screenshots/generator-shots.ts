import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Locator, Page } from 'playwright-core';
import { signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  choose,
  createBatch,
  findCard,
  findHistory,
  findPrompt,
  findQuantity,
  GENERATOR_PAGE,
  openOptions,
} from '../support/generator-page.ts';
import type { Shot } from './pages.ts';

const NAME = 'Fox in the snow';
const PROMPT = 'A red fox asleep in fresh snow at the edge of a pine forest, soft morning light';

let made: Promise<GenerationBatch> | undefined;
/** The portal's own samples, created once. */
async function makePictures(): Promise<GenerationBatch> {
  const artist = await signIn('artist@studio.example', { sub: 'google-artist' });
  const request = makeRequest('stability', { prompt: PROMPT, quantity: 8, seed: 7, outputFormat: 'png' });
  const id = await startBatch(artist, request);
  // Files are named after the batch.
  await callApi('PATCH', `${BATCHES_CALL}/${id}/name`, { as: artist, body: { name: NAME } });
  return waitForBatch(artist, id);
}

/** That batch at another time, and the rest of the history. */
async function showHistory(page: Page, overrides: Partial<GenerationBatch>, others: GenerationBatch[] = []) {
  const { id, generatedImages } = await (made ??= makePictures());
  const batch = createBatch({
    id,
    customName: NAME,
    prompt: PROMPT,
    provider: 'stability',
    model: 'sd3.5-medium',
    requestedCount: 8,
    completedCount: 8,
    generatedImages,
    cost: 0.28,
    estimate: 0.28,
    ...overrides,
  });
  await answerWithBatches(page, [batch, ...others]);
  await page.reload();
  const card = findCard(page, id);
  await card.locator('img').nth(2).waitFor();
  // Pictures far below do not load.
  await scrollToCard(card);
  await card.locator('[data-loading]').first().waitFor({ state: 'detached' });
  return card;
}

/** The history is below the form on a phone, and beside it on a desktop. */
const scrollToCard = (card: Locator) =>
  card.evaluate((element) =>
    scrollTo(0, innerWidth < 900 ? element.getBoundingClientRect().top + scrollY - 72 : 0),
  );

const older = createBatch({
  customName: 'Two paper boats',
  createdAt: '2026-11-20T09:10:00.000Z',
  expiresAt: '2026-11-23T09:10:00.000Z',
  prompt: 'Two paper boats on a pond, no people',
  provider: 'google',
  model: 'imagen4',
  requestedCount: 4,
  completedCount: 4,
  cost: 0.16,
  estimate: 0.16,
  filesDeleted: true,
});

const shot = (name: string, prepare: Shot['prepare']): Shot => ({
  name: `generator-${name}`,
  path: GENERATOR_PAGE,
  as: 'artist',
  prepare,
});

export const GENERATOR_SHOTS: readonly Shot[] = [
  shot('empty', async (page) => {
    await answerWithBatches(page, []);
    await page.reload();
    await findHistory(page).getByText('No batch history yet').waitFor();
  }),
  shot('sizes', async (page) => {
    await answerWithBatches(page, []);
    await page.reload();
    await findPrompt(page).fill(PROMPT);
    await choose(page, 'Quality', 'High');
    await choose(page, 'Aspect ratio', '3:2');
    await openOptions(page);
    await choose(page, 'Size', '2K');
    await page.getByRole('radiogroup', { name: 'Size' }).scrollIntoViewIfNeeded();
    await page.mouse.move(0, 0);
  }),
  shot('running', async (page) => {
    const { generatedImages } = await (made ??= makePictures());
    const card = await showHistory(
      page,
      {
        status: 'processing',
        createdAt: '2026-11-21T11:59:10.000Z',
        expiresAt: '2026-11-24T11:59:10.000Z',
        startedAt: '2026-11-21T11:59:15.000Z',
        endedAt: null,
        completedCount: 3,
        generatedImages: generatedImages.slice(0, 3),
        runningItems: [3, 4, 5],
        cost: 0.105,
      },
      [older],
    );
    await choose(page, 'Provider', 'Stable Diffusion');
    await choose(page, 'Version', 'Medium');
    await findPrompt(page).fill(PROMPT);
    await findQuantity(page).fill('8');
    await findQuantity(page).blur();
    await scrollToCard(card);
  }),
  shot('finished', async (page) => {
    const { generatedImages } = await (made ??= makePictures());
    const card = await showHistory(
      page,
      {
        completedCount: 7,
        generatedImages: generatedImages.slice(0, 7),
        failedCount: 1,
        failures: [
          {
            index: 7,
            state: 'failed',
            reason: 'The provider refused it under its content rules.',
            attempts: 1,
          },
        ],
        retryable: { failed: 1, uncertain: 0 },
        cost: 0.245,
      },
      [older],
    );
    await scrollToCard(card);
  }),
  shot('images', async (page) => {
    const card = await showHistory(page, {});
    await card.getByRole('button', { name: 'View images' }).click();
    await page.getByRole('dialog').locator('img').nth(3).waitFor();
  }),
  shot('viewer', async (page) => {
    const card = await showHistory(page, {});
    await card.getByRole('button', { name: 'Open image 2', exact: true }).click();
    await page.getByRole('dialog').locator('img[style*="none"]').waitFor();
    await page.mouse.move(0, 0);
  }),
];
