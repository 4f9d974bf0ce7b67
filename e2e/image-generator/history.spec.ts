import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { firestore } from '../support/firestore.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  createBatch,
  eventually,
  findCard,
  findHistory,
  findSubmit,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { findViolations } from '../support/find-violations.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';
import { setVisibility } from '../support/polled-history.ts';
import { hold } from '../support/routes.ts';
import { setLatency } from '../support/sandbox.ts';
import { isPulsing } from '../support/is-pulsing.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

beforeEach(() => setLatency(0));

/** Replaces the history of an open page. */
async function show(page: Page, ...batches: GenerationBatch[]): Promise<void> {
  await answerWithBatches(page, batches);
  await setVisibility(page, 'visible');
}

const waitForTexts = async (page: Page, { id }: GenerationBatch, ...texts: string[]) => {
  for (const text of texts) await findCard(page, id).getByText(text, { exact: true }).waitFor();
};

const readButtons = async (page: Page, id: string): Promise<string[]> =>
  (await findCard(page, id).getByRole('button').allTextContents()).filter((text) => text !== '');

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
  await show(page);
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
  await show(page, chatGpt, stability, grok, gemini);
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
  await show(page, queued, started, working, completed, failed, cancelled, whole);
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

/** A finished batch, copied to another owner, without its files. */
async function cloneBatch(id: string, owner: string, change: Record<string, unknown>): Promise<string> {
  const [original, clone] = [firestore.doc(`batches/${id}`), firestore.collection('batches').doc()];
  const record = (await original.get()).data();
  await clone.set({ ...record, owner, storedFiles: 0, storedBytes: 0, ...change });
  return clone.id;
}

test('labels deprecated models, and offers no download for deleted files [T2.1.25, D-media.16]', async () => {
  const [maker, viewer] = [await signIn(newEmail()), await signIn(newEmail())];
  const ended = await startBatch(maker, makeRequest('xai'));
  await waitForBatch(maker, ended);
  await eventually(async () => (await firestore.doc(`batches/${ended}`).get()).get('endedAt')).not.toBe(null);
  const { model: _, version: __, ...google } = makeRequest('google');
  const deprecated = await cloneBatch(ended, viewer.uid, { settings: { ...google, model: 'gemini' } });
  const withoutFiles = await cloneBatch(ended, viewer.uid, { filesDeleted: true });
  await withPage(
    async (page) => {
      await findCard(page, deprecated).getByText('Gemini (Deprecated)', { exact: true }).waitFor();
      await findCard(page, deprecated).getByRole('button', { name: 'Download ZIP' }).waitFor();
      const card = findCard(page, withoutFiles);
      await card.getByText('Files deleted', { exact: true }).waitFor();
      expect(await readButtons(page, withoutFiles)).toEqual([
        expect.stringMatching(/^“a paper boat/),
        'Copy Settings',
        'Delete',
      ]);
      expect(await card.locator('img, [data-loading]').count()).toBe(0);
    },
    // The images belong to the original batch.
    { as: viewer, path: GENERATOR_PAGE, expectedErrors: [/404/] },
  );
});

/** Six equal failures, and one picture that came from another batch. */
const fox = createBatch({ customName: 'Morning', prompt: 'A red fox in the snow' });
const kite = createBatch({ customName: 'Kites', prompt: 'Two kites', provider: 'google', model: 'imagen4' });
const refused = createBatch({
  customName: 'Owls',
  prompt: 'An owl',
  status: 'failed',
  requestedCount: 6,
  completedCount: 0,
  failedCount: 6,
  failures: Array.from({ length: 6 }, (_, index) => ({
    index,
    state: 'failed',
    reason: 'The provider refused it under its content rules. Change the prompt or the picture.',
    attempts: 1,
    permanent: 'refused',
  })),
});

const findSearch = (page: Page) => findHistory(page).getByRole('searchbox', { name: 'Search history' });
const chooseFilter = (page: Page, label: string, option: string) =>
  findHistory(page).getByRole('combobox', { name: label }).selectOption({ label: option });
const readNames = (page: Page) => findHistory(page).getByRole('article').getByRole('heading').allInnerTexts();

test('searches and filters; keeps search in the URL and picture size on the device', () =>
  withPage(
    async (page) => {
      await findCard(page, fox.id).waitFor();
      await searchWords(page);
      await filterHistory(page);
      await groupFailures(page);
      await chooseSize(page);
      await keepHeight(page);
      await jump(page);
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: (page) => answerWithBatches(page, [fox, kite, refused]),
    },
  ));

/** A reload and Back restore it. */
async function searchWords(page: Page) {
  const entries = await page.evaluate(() => history.length);
  await findSearch(page).fill('SNOW fox');
  await eventually(() => readNames(page)).toEqual(['Morning']);
  await findHistory(page).getByRole('status').getByText('1 of 3 batches').waitFor();
  await eventually(() => new URL(page.url()).searchParams.get('q')).toBe('SNOW fox');
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.reload();
  await eventually(() => readNames(page)).toEqual(['Morning']);
  expect(await findSearch(page).inputValue()).toBe('SNOW fox');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
  await page.goBack();
  await eventually(() => readNames(page)).toEqual(['Morning']);
}

/** By state and by what only this tool has. */
async function filterHistory(page: Page) {
  await chooseFilter(page, 'State', 'Failed');
  await findHistory(page).getByText('No batches match', { exact: true }).waitFor();
  expect(await findViolations(page, { within: 'section[aria-label=History]' })).toEqual([]);
  await findHistory(page).getByRole('button', { name: 'Clear', exact: true }).click();
  await eventually(() => readNames(page)).toEqual(['Morning', 'Kites', 'Owls']);
  expect(await findSearch(page).inputValue()).toBe('');
  await eventually(() => new URL(page.url()).search).toBe('');
  await chooseFilter(page, 'Provider', 'Gemini');
  await eventually(() => readNames(page)).toEqual(['Kites']);
  await chooseFilter(page, 'Provider', 'Provider: all');
  await chooseFilter(page, 'State', 'Failed');
  await eventually(() => readNames(page)).toEqual(['Owls']);
  await chooseFilter(page, 'State', 'State: all');
}

/** In the card and in the dialog. */
async function groupFailures(page: Page) {
  const card = findCard(page, refused.id);
  await card.getByText('6 × refused by content rules').waitFor();
  await card.getByRole('button', { name: '6 failed' }).click();
  const group = page.getByRole('dialog', { name: 'Failed images' }).getByRole('listitem');
  await group.waitFor();
  expect((await group.innerText()).split(/\n+/)).toEqual([
    '6 × The provider refused it under its content rules. Change the prompt or the picture.',
    'Image 1, Image 2, Image 3, Image 4, Image 5, Image 6 · failed after 1 attempt',
  ]);
  await page.keyboard.press('Escape');
  await group.waitFor({ state: 'detached' });
}

const readColumns = (page: Page, { id }: GenerationBatch) =>
  findCard(page, id)
    .getByRole('img', { name: 'Image 1: ' })
    .locator('..')
    .evaluate((strip) => getComputedStyle(strip).gridTemplateColumns.split(' ').length);

/** Also after a reload. */
async function chooseSize(page: Page) {
  const choose = (size: string) =>
    page.getByRole('radiogroup', { name: 'Picture size' }).getByRole('radio', { name: size }).check();
  const medium = await readColumns(page, refused);
  await choose('Large');
  const large = await readColumns(page, refused);
  expect(large).toBeLessThan(medium);
  await page.reload();
  await findCard(page, refused.id).waitFor();
  expect(await readColumns(page, refused)).toBe(large);
  await choose('Small');
  expect(await readColumns(page, refused)).toBeGreaterThan(medium);
}

/** Cards stay where they are when a batch ends, also with failed or cancelled images. */
async function keepHeight(page: Page) {
  const total = { requestedCount: 40, completedCount: 3 };
  const ends: Partial<GenerationBatch>[] = [
    { status: 'completed', completedCount: 40 },
    {
      status: 'completed',
      failedCount: 37,
      failures: refused.failures,
      retryable: { failed: 6, uncertain: 0 },
    },
    { status: 'completed', cancelledCount: 37, cancelledAt: '2026-11-21T11:01:00.000Z' },
  ];
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    for (const end of ends) {
      const batch = createBatch({ ...total, status: 'processing', endedAt: null, runningItems: [3] });
      const card = findCard(page, batch.id);
      const readHeight = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().height));
      await show(page, batch);
      await card.getByRole('progressbar').waitFor();
      const height = await readHeight();
      await show(page, { ...batch, ...end, endedAt: '2026-11-21T11:01:00.000Z', runningItems: [] });
      await card.getByRole('progressbar').waitFor({ state: 'detached' });
      await eventually(readHeight, JSON.stringify({ viewport, ...end })).toBe(height);
    }
  }
}

/** On a phone, between the form and the history below it. The last viewport was a phone's. */
async function jump(page: Page) {
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const readTop = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().top);
  await sections.getByRole('button', { name: 'History (1)' }).click();
  const barEnd = await sections.evaluate((bar) => bar.getBoundingClientRect().bottom);
  await eventually(() => readTop(findHistory(page))).toBeLessThan(barEnd + 40);
  expect(await readTop(findHistory(page))).toBeGreaterThanOrEqual(barEnd);
  const isCurrent = (name: string) =>
    sections.getByRole('button', { name }).and(page.locator('[aria-current=true]')).waitFor();
  await isCurrent('History (1)');
  const submit = findSubmit(page);
  await submit.waitFor({ state: 'hidden' });
  // The history is in the middle of the window, and the end of the form still above it.
  await page.evaluate(() => scrollBy(0, -0.25 * innerHeight));
  await submit.waitFor();
  await isCurrent('History (1)');
  await sections.getByRole('button', { name: 'Form' }).click();
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);
  await isCurrent('Form');
  await page.setViewportSize(DESKTOP);
  expect(await sections.isVisible()).toBe(false);
}

test('sends finished pictures to the form of another tool, by keyboard', async () => {
  const artist = await signIn(newEmail());
  const source = await startBatch(artist, makeRequest('xai', { quantity: 2 }));
  await waitForBatch(artist, source);
  await withPage(
    async (page) => {
      const card = findCard(page, source);
      await card.getByRole('button', { name: 'Send to' }).press('Enter');
      const items = page.getByRole('menu', { name: 'Send 2 images to' }).getByRole('menuitem');
      await items.first().waitFor();
      expect(await items.allInnerTexts()).toEqual(['Upscale & Enhancement', 'Keyword Generator', 'Stylizer']);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Upscale & Enhancement' }).waitFor();
      const readSent = () =>
        page.evaluate(() => sessionStorage.getItem('portal:sent-pictures:upscale') ?? '');
      await eventually(async () => (await readSent()).split(`"batchId":"${source}"`).length - 1).toBe(2);
      await page.goBack();
      await card.waitFor();
    },
    { as: artist, path: GENERATOR_PAGE },
  );
});
