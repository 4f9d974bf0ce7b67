import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  createBatch,
  eventually,
  findCard,
  findHistory,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { retryHistory } from '../support/history-actions.ts';
import { answerWith, hold } from '../support/routes.ts';
import { setLatency } from '../support/sandbox.ts';
import { isPulsing } from '../support/is-pulsing.ts';

const asArtist = { as: 'artist', path: GENERATOR_PAGE } as const;
const IMAGES_CALL = `${BATCHES_CALL}/*/images`;

/** Works beside an open dialog, which hides toasts from the accessibility tree. */
const findToast = (page: Page, title: string) => page.locator('li[data-state]', { hasText: title });
const countToasts = (page: Page) => page.locator('li[data-state]').count();

test('shows one toast when the history does not load, and retries on demand [T8.2.3]', () => {
  let status = 401;
  return withPage(
    async (page) => {
      for (status of [401, 403, 500]) {
        if (status !== 401) await page.reload();
        await retryHistory(page, () =>
          page.route(BATCHES_CALL, (route) => route.fulfill({ json: { batches: [] } }), { times: 1 }),
        );
      }
    },
    {
      ...asArtist,
      arrange: (page) => page.route(BATCHES_CALL, (route) => route.fulfill({ status })),
      expectedErrors: [/40[13]|500/],
    },
  );
});

test("rolls back rejected changes silently; shows 'Error' when images do not load [T2.1.19, T8.2.8, T8.2.9]", () => {
  const ended = createBatch({ customName: 'As it was', generatedImages: [`${BATCHES_CALL}/ended/images/0`] });
  const working = createBatch({ status: 'processing', endedAt: null, requestedCount: 2, completedCount: 1 });
  const waiting: (() => void)[] = [];
  const rejectCalls = async () => {
    await eventually(() => waiting.length).toBe(1);
    waiting.pop()?.();
  };
  return withPage(
    async (page) => {
      await rollBack(page, working, ended, rejectCalls);
      await openBrokenImages(page, findCard(page, working.id), findCard(page, ended.id));
    },
    {
      ...asArtist,
      arrange: async (page) => {
        await answerWithBatches(page, [working, ended]);
        await answerWith(page, '**/ended/images/0/thumbnail', { status: 500 });
        await page.route(`**${BATCHES_CALL}**`, async (route) => {
          if (route.request().method() === 'GET') return route.fallback();
          await new Promise<void>((resolve) => waiting.push(resolve));
          return route.fulfill({ status: 500 });
        });
      },
      expectedErrors: [/500/],
    },
  );
});

/** A rejected rename, delete, clear and cancel. */
async function rollBack(
  page: Page,
  working: GenerationBatch,
  ended: GenerationBatch,
  rejectCalls: () => Promise<void>,
) {
  const history = findHistory(page);
  const card = findCard(page, ended.id);
  await card.getByRole('button', { name: 'Rename' }).click();
  await card.getByRole('textbox', { name: 'Batch name' }).fill('Another');
  await page.keyboard.press('Enter');
  await card.getByRole('heading', { name: 'Another' }).waitFor();
  await rejectCalls();
  await card.getByRole('heading', { name: 'As it was' }).waitFor();

  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await card.waitFor({ state: 'detached' });
  await rejectCalls();
  await card.waitFor();

  await history.getByRole('button', { name: 'Clear History' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear History' }).click();
  await history.getByText('No batch history yet').waitFor();
  await rejectCalls();
  await card.waitFor();
  expect(await countToasts(page)).toBe(0);

  const stop = findCard(page, working.id).getByRole('button', { name: 'Cancel' });
  await stop.click();
  await stop.waitFor({ state: 'detached' });
  await toast(page, 'Batch cancelled').waitFor();
  await rejectCalls();
  await stop.waitFor();
  expect(await page.locator('li[data-destructive=true]').count()).toBe(0);
}

/** A batch without images, and one whose images do not load. */
async function openBrokenImages(page: Page, empty: Locator, broken: Locator) {
  const dialog = page.getByRole('dialog');
  await answerWith(page, IMAGES_CALL, { json: { images: [] } });
  await empty.getByRole('button', { name: 'View images' }).click();
  await findToast(page, 'No images found')
    .getByText("This batch doesn't contain any images.", { exact: true })
    .waitFor();
  await dialog.getByText('No images found in this batch', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });

  await answerWith(page, IMAGES_CALL, { status: 500 });
  await openBrokenViewer(page, broken);
  await broken.getByRole('button', { name: 'View images' }).click();
  const failure = findToast(page, 'Error');
  await failure.getByText('Failed to load batch images.', { exact: true }).waitFor();
  expect(await failure.getAttribute('data-destructive')).toBe('true');
  await dialog.getByRole('alert').waitFor();
}

/** It opens before the images have loaded. */
async function openBrokenViewer(page: Page, card: Locator) {
  const images = hold(IMAGES_CALL);
  await images.arrange(page);
  await card.getByRole('button', { name: 'Open image 1' }).click();
  const viewer = page.getByRole('dialog', { name: 'Image', exact: true });
  await viewer.getByLabel('Loading image').waitFor();
  expect(await viewer.getByRole('button', { name: 'Download', exact: true }).isDisabled()).toBe(true);
  images.release();
  await viewer.getByText('Failed to load batch images.').waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
}

let artist: Account;
let batchId: string;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  batchId = await startBatch(artist, makeRequest('xai', { quantity: 2 }));
  await waitForBatch(artist, batchId);
});

const THUMBNAIL = /\/images\/(\d+)\/thumbnail$/;

test('loads a thumbnail once with the token; a failed one shows an icon [T2.1.20, T2.1.21, T2.1.22, T2.1.23, T8.2.10, D-media.5]', () => {
  /** The tokens of the requests for each image. */
  const requests: Record<string, (string | undefined)[]> = { 0: [], 1: [] };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  return withPage(
    async (page) => {
      const card = findCard(page, batchId);
      const placeholder = card.locator('[data-loading]').first();
      await placeholder.waitFor();
      await eventually(() => isPulsing(placeholder)).toBe(true);
      release();
      const image = card.locator('img');
      await image.waitFor();
      expect(await image.getAttribute('src')).toMatch(/^data:image\/webp/);
      await findBroken(card).waitFor();
      await card.getByRole('button', { name: 'View images' }).click();
      const dialog = page.getByRole('dialog', { name: /^Images in / });
      await dialog.locator('img').waitFor();
      expect(await dialog.locator('img').getAttribute('src')).toBe(await image.getAttribute('src'));
      await findBroken(dialog).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page
        .getByRole('link', { name: /home|product/i })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Tools' }).waitFor();
      await page.goBack();
      await findBroken(card).waitFor();
      expect(requests).toEqual({ 0: [`Bearer ${artist.token}`], 1: [`Bearer ${artist.token}`] });
      expect(await countToasts(page)).toBe(0);
    },
    {
      as: artist,
      path: GENERATOR_PAGE,
      arrange: (page) =>
        page.route(THUMBNAIL, async (route) => {
          const [, index = ''] = THUMBNAIL.exec(route.request().url()) ?? [];
          requests[index]?.push(route.request().headers()['authorization']);
          await released;
          await (index === '1' ? route.fulfill({ status: 500 }) : route.fallback());
        }),
      expectedErrors: [/500/],
    },
  );
});

const findBroken = (within: Locator) => within.getByRole('img', { name: 'Image failed to load' });
