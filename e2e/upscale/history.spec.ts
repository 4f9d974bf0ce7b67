import type { ItemOrigin } from '@portal/contracts/batches';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { findViolations } from '../support/find-violations.ts';
import {
  answerWithBatches as answerWithGenerated,
  createBatch,
  eventually,
  findCard,
  findHistory,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { hasFocus } from '../support/keyboard.ts';
import { navigate } from '../support/navigate.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  createResult,
  createUpscaleBatch,
  UPSCALE_PAGE,
} from '../support/upscale-page.ts';
import { isPulsing } from '../support/is-pulsing.ts';

const pending = createUpscaleBatch({
  status: 'pending',
  startedAt: null,
  endedAt: null,
  totalImages: 12,
  processedImages: 0,
  scale: 4,
});
const working = createUpscaleBatch({
  status: 'processing',
  endedAt: null,
  totalImages: 4,
  processedImages: 1,
  runningItems: [1, 2],
  itemProgress: { 1: 0.429 },
  enhance: true,
});
const finished = createUpscaleBatch({
  name: 'As it was',
  totalImages: 3,
  processedImages: 3,
  results: [createResult('x', 0, 'one.png')],
});
const failed = createUpscaleBatch({ status: 'failed', totalImages: 2, processedImages: 0, failedCount: 2 });
const emptied = createUpscaleBatch({ filesDeleted: true });

const waitForText = (card: Locator, text: string) => card.getByText(text, { exact: true }).waitFor();
const actionsOf = async (card: Locator): Promise<string[]> =>
  (await card.getByRole('button').or(card.getByRole('link')).allTextContents()).filter(Boolean);

test('shows each status, and renames in this browser only [T2.2.5, T2.2.6, T2.2.7, T2.2.8, T4.1.4, T4.1.5, T4.1.6, T4.1.7, T5.3.3, T7.2.7, T7.2.8]', () => {
  const others: string[] = [];
  return withPage(
    async (page) => {
      await checkStatuses(page);
      await rename(page, findCard(page, finished.id));
      expect(others).toEqual([]);
    },
    {
      as: 'artist',
      path: UPSCALE_PAGE,
      arrange: async (page) => {
        page.on('request', (request) => {
          if (request.method() !== 'GET' && request.url().includes('/api/')) others.push(request.url());
        });
        await page.route(`**${BATCHES_CALL}/**`, (route) => route.fulfill({ status: 404 }));
        await answerWithBatches(page, [pending, working, finished, failed, emptied]);
      },
      expectedErrors: [/404/],
    },
  );
});

/** Texts, progress bars and actions. */
async function checkStatuses(page: Page) {
  const pendingCard = findCard(page, pending.id);
  const workingCard = findCard(page, working.id);
  const finishedCard = findCard(page, finished.id);
  const failedCard = findCard(page, failed.id);
  const emptiedCard = findCard(page, emptied.id);
  await waitForText(pendingCard, 'Queued - 12 images');
  await waitForText(pendingCard, '4x');
  const pulsing = pendingCard.getByRole('progressbar').locator('div');
  expect(await isPulsing(pulsing)).toBe(true);
  expect(await actionsOf(pendingCard)).toEqual(['Cancel', 'Share', 'Delete']);

  await waitForText(workingCard, '1/4 completed');
  await waitForText(workingCard, 'Enhanced');
  await workingCard.getByRole('img', { name: 'Image 2: 42% done' }).waitFor();
  const bar = workingCard.getByRole('progressbar', { name: '1/4 completed' });
  expect(await bar.getAttribute('aria-valuenow')).toBe('25');
  expect(await actionsOf(workingCard)).toEqual([
    'Cancel',
    'View all images',
    'Download ZIP',
    'Send to',
    'Share',
    'Delete',
  ]);

  await waitForText(finishedCard, '3/3 completed');
  expect(await finishedCard.getByRole('progressbar').count()).toBe(0);
  expect(await actionsOf(finishedCard)).toEqual([
    'View all images',
    'Download ZIP',
    'Send to',
    'Share',
    'Delete',
  ]);

  await waitForText(failedCard, '0/2 completed');
  await waitForText(failedCard, 'Failed');
  expect(await actionsOf(failedCard)).toEqual(['2 failed', 'Share', 'Delete']);

  await waitForText(emptiedCard, 'Files deleted');
  expect(await actionsOf(emptiedCard)).toEqual(['Delete']);
  await findHistory(page).getByText('Files are automatically deleted after 3 days').waitFor();
}

/** Also across reloads. An empty name cancels. */
async function rename(page: Page, card: Locator) {
  const type = async (name: string, key: string) => {
    await card.getByRole('button', { name: 'Rename' }).click();
    await card.getByRole('textbox', { name: 'Batch name' }).fill(name);
    await page.keyboard.press(key);
  };
  const isCalled = (name: string) => card.getByRole('heading', { name, exact: true }).waitFor();
  for (const [name, key] of [
    ['', 'Enter'],
    ['   ', 'Enter'],
    ['Another', 'Escape'],
  ] as const) {
    await type(name, key);
    await isCalled('As it was');
  }
  await type('Another', 'Enter');
  await isCalled('Another');
  await page.reload();
  await isCalled('Another');
}

const sentFrom = (batchId: string, name: string, index = 0): ItemOrigin => ({
  index,
  from: { batchId, index, kind: 'result', tool: 'image-generator', name },
});
const pictures = [{ index: 0, from: { index: 0, kind: 'result' } }];
const fox = createBatch({ customName: 'Fox in the snow' });
const owl = { batchId: 'owl', tool: 'image-generator', name: 'Owl', pictures, isGone: true };
const fromFox = createUpscaleBatch({ name: 'Foxes', origins: [sentFrom(fox.id, 'Fox in the snow')] });
const fromOwl = createUpscaleBatch({ name: 'Owls', origins: [sentFrom('owl', 'Owl')] });
const fromBoth = createUpscaleBatch({
  name: 'Both',
  origins: [sentFrom(fox.id, 'Fox in the snow'), sentFrom('owl', 'Owl', 1)],
});
const foxSource = { ...owl, batchId: fox.id, name: 'Fox in the snow', isGone: false };
const lineages: Record<string, object> = {
  [fromFox.id]: { sources: [foxSource], sentTo: [], hasMore: false },
  [fromOwl.id]: { sources: [owl], sentTo: [], hasMore: false },
  [fromBoth.id]: { sources: [foxSource, owl], sentTo: [], hasMore: false },
  [fox.id]: {
    sources: [],
    sentTo: [{ batchId: fromFox.id, tool: 'upscale', name: 'Foxes', pictures }],
    hasMore: false,
  },
};

test('links to batches that pictures came from or were sent to; says which are gone', () => {
  const asked: string[] = [];
  return withPage(
    async (page) => {
      await findCard(page, fromFox.id).getByRole('link', { name: 'From “Fox in the snow”' }).waitFor();
      expect(asked).toEqual([]);
      await followGoneSource(page);
      await chooseSource(page);
      await walkBack(page);
    },
    {
      as: 'artist',
      path: UPSCALE_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [fromFox, fromOwl, fromBoth]);
        await answerWithGenerated(page, [fox]);
        await page.route('**/api/batches/*/lineage', (route) => {
          const id = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
          asked.push(id);
          return route.fulfill({ json: lineages[id] });
        });
      },
    },
  );
});

async function followGoneSource(page: Page) {
  const card = findCard(page, fromOwl.id);
  await card.getByRole('link', { name: 'From “Owl”' }).click();
  await toast(page, 'Batch not found').getByText('“Owl” was deleted or has expired.').waitFor();
  await waitForText(card, 'From “Owl”, deleted or expired');
  expect(await card.getByRole('link', { name: 'From' }).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(UPSCALE_PAGE);
}

/** By keyboard. */
async function chooseSource(page: Page) {
  await findCard(page, fromBoth.id).getByRole('button', { name: 'From 2 batches' }).press('Enter');
  const gone = page.getByRole('menuitem', { name: 'Owl Deleted or expired' });
  await gone.waitFor();
  expect(await gone.getAttribute('aria-disabled')).toBe('true');
  expect(await findViolations(page, { within: '[role=menu]' })).toEqual([]);
  await eventually(() => hasFocus(page.getByRole('menuitem', { name: 'Fox in the snow' }))).toBe(true);
  await page.keyboard.press('Enter');
  await eventually(() => hasFocus(findCard(page, fox.id))).toBe(true);
  expect(new URL(page.url()).pathname).toBe(GENERATOR_PAGE);
}

/** From the source to what was made from it, and to a batch that does not exist. */
async function walkBack(page: Page) {
  const card = findCard(page, fox.id);
  await card.getByRole('button', { name: 'Send to' }).click();
  await page.getByRole('menuitem', { name: 'Foxes Upscale & Enhancement, 1 image' }).waitFor();
  expect(await findViolations(page, { within: '[role=menu]' })).toEqual([]);
  await page.keyboard.press('Escape');
  await card.getByRole('link', { name: 'Sent to Upscale & Enhancement' }).click();
  await eventually(() => hasFocus(findCard(page, fromFox.id))).toBe(true);
  await navigate(page, `${GENERATOR_PAGE}#batch-unknown`);
  await toast(page, 'Batch not found').getByText('It was deleted or has expired.').waitFor();
}
