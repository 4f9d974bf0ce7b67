import type { StylizerBatch } from '@portal/contracts/stylizer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage, type PageOptions } from '../support/browser.ts';
import { editName, serveNames } from '../support/edit-name.ts';
import { eventually, findCard, findHistory, readActions } from '../support/generator-page.ts';
import { setVisibility } from '../support/polled-history.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  createActiveBatch,
  createBatch,
  STYLIZER_PAGE,
} from '../support/stylizer-page.ts';
import { isPulsing } from '../support/is-pulsing.ts';

/** Replaces the history of an open page. */
async function show(page: Page, ...batches: StylizerBatch[]): Promise<void> {
  await answerWithBatches(page, batches);
  await setVisibility(page, 'visible');
}

/** With an empty history; the page's clock starts at noon. */
const atNoon: PageOptions = {
  as: 'artist',
  path: STYLIZER_PAGE,
  arrange: async (page) => {
    await page.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'));
    await answerWithBatches(page, []);
  },
  expectedErrors: [/500/],
};

const waitForTexts = async (page: Page, { id }: StylizerBatch, ...texts: string[]) => {
  for (const text of texts) await findCard(page, id).getByText(text, { exact: true }).waitFor();
};
const isReddish = (color: string): boolean => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red > 1.5 * green && red > 1.5 * blue;
};

const queued = createActiveBatch(['pending', 'pending', 'pending'], { status: 'pending', startedAt: null });
const started = createActiveBatch(['processing', 'pending', 'pending', 'completed'], { startedAt: null });
const withProgress = createActiveBatch(['completed', 'failed', 'pending', 'pending'], {
  progress: 50,
  startedAt: null,
});
const whole = createBatch(['completed', 'completed', 'completed']);
const completed = createBatch(['completed', 'completed', 'failed']);
const failed = createBatch(['failed', 'failed'], {
  status: 'failed',
  failures: [0, 1].map((index) => ({ index, state: 'failed', reason: 'Not a picture.', attempts: 1 })),
  retryable: { failed: 2, uncertain: 0 },
});

test('shows none, styles, times, statuses and pairs of images [T2.4.13, T2.4.16, T2.4.17, T2.4.18, T2.4.20, T4.1.1, T4.1.4, T4.1.5, T4.1.6, T4.1.7]', () =>
  withPage(async (page) => {
    await checkEmpty(page);
    await checkStyles(page);
    await show(page, queued, started, withProgress, whole, completed, failed);
    await checkStatuses(page);
    await checkPairs(page);
  }, atNoon));

async function checkEmpty(page: Page) {
  const history = findHistory(page);
  await history.getByRole('heading', { name: 'History', exact: true }).waitFor();
  await history.getByText('Files are automatically deleted after 3 days', { exact: true }).waitFor();
  await history.getByText('No batch history yet', { exact: true }).waitFor();
  expect(await history.getByRole('button').count()).toBe(0);
}

async function checkStyles(page: Page) {
  const styles = [
    ['renaissance', 'Renaissance'],
    ['studioghibli', 'Studio Ghibli'],
    ['anime', 'Anime'],
    ['coloringbook', 'Coloringbook'],
    ['watercolour', 'Watercolour'],
  ] as const;
  const batches = styles.map(([preset]) =>
    createBatch(['completed'], { preset, createdAt: '2026-11-21T11:15:00.000Z' }),
  );
  await show(page, ...batches);
  for (const [index, batch] of batches.entries())
    await waitForTexts(page, batch, styles[index]?.[1] ?? '', '45 min. ago');
}

/** Texts, progress bars and actions. */
async function checkStatuses(page: Page) {
  const findBar = ({ id }: StylizerBatch) => findCard(page, id).getByRole('progressbar');
  await waitForTexts(page, queued, 'Queued - 3 image(s)');
  expect(await findBar(queued).getAttribute('aria-valuenow')).toBeNull();
  expect(await isPulsing(findBar(queued).locator('div'))).toBe(true);

  await waitForTexts(page, started, '1/4 completed', 'Processing...');
  expect(await findBar(started).getAttribute('aria-valuenow')).toBe('25');
  await waitForTexts(page, withProgress, '1/4 completed', 'Processing...');
  expect(await findBar(withProgress).getAttribute('aria-valuenow')).toBe('50');
  const share = await findBar(withProgress).evaluate(
    (bar) => (bar.firstElementChild?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width,
  );
  expect(share).toBeCloseTo(0.5, 2);

  await waitForTexts(page, whole, '3/3 completed', 'Done');
  await waitForTexts(page, completed, '2/3 completed', 'Partly done', '1 failed');
  await waitForTexts(page, failed, 'Failed');
  const word = findCard(page, failed.id).getByText('Failed', { exact: true });
  expect(isReddish(await word.evaluate((text) => getComputedStyle(text).color))).toBe(true);
  for (const batch of [completed, failed]) expect(await findBar(batch).count()).toBe(0);

  expect(await readActions(page, queued.id)).toEqual(['Cancel', 'View Images', 'Share', 'Delete Batch']);
  expect(await readActions(page, withProgress.id)).toEqual([
    'Cancel',
    'View Images',
    'Send to',
    'Share',
    'Delete Batch',
  ]);
  expect(await readActions(page, completed.id)).toEqual([
    'View Images',
    'Download All',
    'Send to',
    'Share',
    'Open in new window',
    'Delete Batch',
  ]);
  expect(await readActions(page, failed.id)).toEqual([
    'Retry failed',
    'View Images',
    'Share',
    'Delete Batch',
  ]);
}

/** Originals beside results; without a result, dimmed with the reason. */
async function checkPairs(page: Page) {
  const card = findCard(page, completed.id);
  // Thumbnails load near the viewport.
  await card.scrollIntoViewIfNeeded();
  for (const name of ['View original of photo-1.jpg', 'View styled photo-1.jpg', 'View styled photo-2.jpg'])
    await card.getByRole('button', { name }).locator('img').waitFor();
  const readOpacity = ({ id }: StylizerBatch, name: string) =>
    findCard(page, id)
      .getByRole('button', { name: `View original of ${name}` })
      .evaluate((button) => Number(getComputedStyle(button).opacity));
  expect(await readOpacity(completed, 'photo-1.jpg')).toBe(1);
  expect(await readOpacity(completed, 'photo-3.jpg')).toBeLessThan(0.5);
  expect(await readOpacity(failed, 'photo-1.jpg')).toBeLessThan(0.5);
  await findCard(page, failed.id).getByRole('img', { name: 'photo-2.jpg: Not a picture.' }).waitFor();
}

test('edits a name, views images, and hides those that fail to load [T2.4.15, T2.4.19, T2.4.22, T2.4.23, T4.6.3, T5.3.3, T8.5.3, P8.13]', () =>
  withPage(async (page) => {
    await show(page, queued, completed);
    await viewImages(page);
    for (const answer of [{ status: 500 }, { contentType: 'image/webp', body: 'no picture' }])
      await hideBroken(page, answer);
    const batch = createBatch(['completed'], { name: 'As it was' });
    const sent: unknown[] = [];
    await serveNames(`**${BATCHES_CALL}`, '**/name', batch, sent)(page);
    await setVisibility(page, 'visible');
    await editName(page, batch.id, sent);
  }, atNoon));

/** Opens the styled image, else the original; arrow keys move on. */
async function viewImages(page: Page) {
  await findCard(page, queued.id).getByRole('button', { name: 'View Images' }).click();
  const original = page.getByRole('dialog', { name: 'Original Image', exact: true });
  await original.getByRole('img', { name: 'Original Image: photo-1.jpg' }).waitFor();
  expect(await original.getByRole('button', { name: 'Show styled' }).isDisabled()).toBe(true);
  await original.getByRole('button', { name: 'Close' }).click();
  await original.waitFor({ state: 'detached' });

  await findCard(page, completed.id).getByRole('button', { name: 'View Images' }).click();
  const styled = page.getByRole('dialog', { name: 'Styled Image', exact: true });
  await styled.getByRole('img', { name: 'Styled Image: photo-1_stylized.jpg' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await styled.getByRole('img', { name: 'Styled Image: photo-2_stylized.jpg' }).waitFor();
  expect(await styled.getByRole('button', { name: 'Next image' }).count()).toBe(0);
  await styled.getByRole('button', { name: 'Show original' }).click();
  await original.getByRole('img', { name: 'Original Image: photo-2.jpg' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await original.getByText('photo-3.jpg · 3 / 3', { exact: true }).waitFor();
  await original.getByRole('button', { name: 'Previous image' }).click();
  await original.getByText('photo-2.jpg · 2 / 3', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await original.waitFor({ state: 'detached' });

  await findCard(page, completed.id).getByRole('button', { name: 'View original of photo-2.jpg' }).click();
  await original.getByText('photo-2.jpg · 2 / 3', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await original.waitFor({ state: 'detached' });
}

/** With a message, for what the server does not return and what is no picture. */
async function hideBroken(page: Page, answer: { status?: number; body?: string }) {
  const batch = createBatch(['completed', 'completed', 'failed']);
  await show(page, batch);
  await page.route(/\/images\/\d+$/, (route) => route.fulfill(answer));
  const failing = page.waitForResponse(/\/images\/0$/);
  await findCard(page, batch.id).getByRole('button', { name: 'View Images' }).click();
  const dialog = page.getByRole('dialog', { name: 'Styled Image', exact: true });
  await dialog.getByText('photo-1_stylized.jpg · 1 / 2', { exact: true }).waitFor();
  await failing;
  await dialog.getByRole('alert').getByText('This image failed to load.', { exact: true }).waitFor();
  await eventually(() => dialog.getByRole('img').or(dialog.getByRole('progressbar')).count()).toBe(0);
  expect(await page.locator('li[data-state]').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}
