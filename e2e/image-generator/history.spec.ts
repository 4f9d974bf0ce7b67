import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  createBatch,
  eventually,
  findCard,
  findHistory,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { isPulsing } from '../support/is-pulsing.ts';
import { hold } from '../support/routes.ts';
import { readButtons, showBatches } from './history-page.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

const waitForTexts = async (page: Page, { id }: GenerationBatch, ...texts: string[]) => {
  for (const text of texts) await findCard(page, id).getByText(text, { exact: true }).waitFor();
};

test('shows loading, none, order and status of batches [T1.3, T2.1.6, T2.1.7, T2.1.8, T2.1.24, T2.1.26, T4.1.4, T4.1.5, T4.1.6, T4.1.7, T4.2.4, T4.2.6, D-one-studio.12]', () => {
  const list = hold(BATCHES_CALL);
  return withPage(
    async (page) => {
      await loadOnce(page, list.release);
      await checkEmpty(page);
      await checkOrder(page);
      await checkStatuses(page);
      await reduceMotion(page);
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await page.clock.setFixedTime(NOON);
        await answerWithBatches(page, [started]);
        await list.arrange(page);
      },
    },
  );
});

const active = { endedAt: null, requestedCount: 12, completedCount: 0, cost: 0 };
const queued = createBatch({ ...active, status: 'pending', startedAt: null });
const started = createBatch({ ...active, status: 'processing' });

/** Skeletons show on the first load, but not while polling. */
async function loadOnce(page: Page, release: () => void) {
  const loading = page.getByRole('status', { name: 'Loading history' });
  await loading.waitFor();
  release();
  await findCard(page, started.id).waitFor();
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[aria-label="Loading history"]')) document.title = 'loading again';
    }).observe(document.body, { childList: true, subtree: true });
  });
  for (let polls = 0; polls < 2; polls += 1)
    await page.waitForResponse((answer) => answer.url().endsWith(BATCHES_CALL));
  expect(await page.title()).not.toBe('loading again');
}

async function checkEmpty(page: Page) {
  await showBatches(page);
  const history = findHistory(page);
  await history.getByText('No batch history yet', { exact: true }).waitFor();
  await history.getByText('Files are automatically deleted after 3 days', { exact: true }).waitFor();
  expect(await history.getByRole('button').count()).toBe(0);
}

/** Newest first, with provider, model, time and prompt. */
async function checkOrder(page: Page) {
  const at = (time: string) => ({ createdAt: `2026-11-21T${time}:00.000Z` });
  const chatGpt = createBatch({ ...at('11:15'), prompt: 'A red fox in the snow, no text' });
  const google = { provider: 'google', model: 'imagen3', prompt: 'Two kites, no people' } as const;
  const gemini = createBatch({ ...at('11:30'), ...google });
  const large = { provider: 'stability', model: 'sd3.5-large', prompt: 'a fox without trees' } as const;
  const stability = createBatch({ ...at('10:00'), ...large });
  const grok = createBatch({ ...at('09:00'), provider: 'xai', model: 'grok-2-image', prompt: 'Fox' });
  await showBatches(page, chatGpt, stability, grok, gemini);
  await waitForTexts(page, chatGpt, 'ChatGPT', 'GPT Image 1', 'A red fox', '45 min. ago');
  await waitForTexts(page, gemini, 'Gemini', 'Imagen 3', 'Two kites', '30 min. ago');
  await waitForTexts(page, stability, 'Stable Diffusion', 'SD 3.5 Large', 'a fox', '2 hr. ago');
  await waitForTexts(page, grok, 'Grok', 'Grok 2 Image', 'Fox', '3 hr. ago');
  const cards = findHistory(page).getByRole('article');
  expect(await cards.evaluateAll((all) => all.map((card) => card.id))).toEqual(
    [gemini, chatGpt, stability, grok].map(({ id }) => `batch-${id}`),
  );
}

/** Colors of the status icon and text. */
async function readEndColors(card: Locator): Promise<{ icon: string; word: string }> {
  const readColor = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
  const word = card.getByText(/^(Done|Partly done|Cancelled|Failed)$/);
  const icon = word.locator('xpath=ancestor::div[1]').locator('svg');
  return { icon: await readColor(icon), word: await readColor(word) };
}

/** Texts, progress bars and actions. */
async function checkStatuses(page: Page) {
  const working = createBatch({
    ...active,
    status: 'processing',
    completedCount: 3,
    runningItems: [3, 4],
    startedAt: '2026-11-21T11:59:00.000Z',
    cost: 0.12,
  });
  const completed = createBatch({ requestedCount: 12, completedCount: 11, failedCount: 1 });
  const none = { requestedCount: 2, completedCount: 0 };
  const failed = createBatch({ ...none, status: 'failed', failedCount: 2 });
  const cancelled = createBatch({
    ...none,
    status: 'failed',
    cancelledCount: 2,
    cancelledAt: failed.endedAt,
  });
  const whole = createBatch({ requestedCount: 12, completedCount: 12 });
  await showBatches(page, queued, started, working, completed, failed, cancelled, whole);
  const findBar = ({ id }: GenerationBatch) => findCard(page, id).getByRole('progressbar');
  await waitForTexts(page, queued, 'Queued - 12 images');
  expect(await findBar(queued).getAttribute('aria-valuenow')).toBeNull();
  expect(await isPulsing(findBar(queued).locator('div'))).toBe(true);

  await waitForTexts(page, started, '0/12 completed');
  const cost = 'Cost so far $0.12 of about $0.50';
  await waitForTexts(page, working, '3/12 completed', cost, 'about 2 min left');
  expect(await findBar(working).getAttribute('aria-valuenow')).toBe('25');
  const share = await findBar(working).evaluate(
    (bar) => (bar.firstElementChild?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width,
  );
  expect(share).toBeCloseTo(0.25, 2);

  await waitForTexts(page, completed, '11/12 completed', 'Partly done', '1 failed');
  await waitForTexts(page, failed, '0/2 completed', 'Failed', '2 failed');
  await waitForTexts(page, cancelled, '0/2 completed', 'Cancelled', '2 cancelled');
  expect(await findCard(page, cancelled.id).getByText('Failed', { exact: true }).count()).toBe(0);
  await waitForTexts(page, whole, '12/12 completed', 'Done');
  const tones = await Promise.all(
    [completed, failed, cancelled, whole].map(({ id }) => readEndColors(findCard(page, id))),
  );
  for (const { icon, word } of tones) expect(icon).toBe(word);
  expect(new Set(tones.map(({ word }) => word)).size).toBe(4);
  for (const batch of [completed, failed]) expect(await findBar(batch).count()).toBe(0);

  expect(await readButtons(page, queued.id)).toEqual([
    '“A red fox in the snow”',
    'Cancel',
    'View images',
    'Share',
    'Copy Settings',
    'Delete',
  ]);
  for (const [batch, isOffered] of [
    [started, false],
    [working, true],
    [completed, true],
    [failed, false],
  ] as const)
    expect((await readButtons(page, batch.id)).includes('Download ZIP')).toBe(isOffered);
}

/** Then nothing pulses or spins. */
async function reduceMotion(page: Page) {
  const countMoving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => {
          const { iterations = 1, duration = 0 } = effect?.getTiming() ?? {};
          return iterations === Infinity && Number(duration) > 1;
        }).length,
    );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await countMoving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await eventually(countMoving).toBe(0);
}
