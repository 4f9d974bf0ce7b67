import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  answerWithBatches,
  createBatch,
  eventually,
  findCard,
  findHistory,
  findSubmit,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { findViolations } from '../support/find-violations.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';
import { isPulsing } from '../support/is-pulsing.ts';
import { setVisibility } from '../support/page-clock.ts';
import { readSettled } from '../support/read-settled.ts';

const fox = createBatch({ customName: 'Morning', prompt: 'A red fox in the snow' });
const kite = createBatch({ customName: 'Kites', prompt: 'Two kites', provider: 'google', model: 'imagen4' });
const refused = createBatch({
  customName: 'Owls',
  prompt: 'An owl',
  aspectRatio: '3:2',
  status: 'failed',
  requestedCount: 6,
  completedCount: 0,
  failedCount: 6,
  failures: Array.from({ length: 6 }, (_, index) => ({
    index,
    state: 'failed',
    reason: 'The provider refused it.',
    attempts: 1,
  })),
});

/** Replaces the history of the open page. */
async function showBatches(page: Page, ...batches: GenerationBatch[]): Promise<void> {
  await answerWithBatches(page, batches);
  await setVisibility(page, 'visible');
}

const findSearch = (page: Page) => findHistory(page).getByRole('searchbox', { name: 'Search history' });
const chooseFilter = (page: Page, label: string, option: string) =>
  findHistory(page).getByRole('combobox', { name: label }).selectOption({ label: option });
const readNames = (page: Page) => findHistory(page).getByRole('article').getByRole('heading').allInnerTexts();

test('search, filters, states and sizes of the history, also after a reload', () =>
  withPage(
    async (page) => {
      await findCard(page, fox.id).waitFor();
      await searchWords(page);
      await filterHistory(page);
      await compareStates(page);
      await showBatches(page, fox, kite, refused);
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

/** Colors of the status icon and text. */
async function readEndColors(card: Locator): Promise<{ icon: string; word: string }> {
  const readColor = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
  const word = card.getByText(/^(Done|Partly done|Cancelled|Failed)$/);
  const icon = word.locator('xpath=ancestor::div[1]').locator('svg');
  return { icon: await readColor(icon), word: await readColor(word) };
}

/** The colors of ends, and the progress bars. */
async function compareStates(page: Page) {
  const active = { endedAt: null, requestedCount: 12, completedCount: 0 };
  const queued = createBatch({ ...active, status: 'pending', startedAt: null });
  const working = createBatch({ ...active, status: 'processing', completedCount: 3, runningItems: [3, 4] });
  const none = { requestedCount: 2, completedCount: 0, status: 'failed' } as const;
  const ended = [
    createBatch({ requestedCount: 12, completedCount: 11, failedCount: 1 }),
    createBatch({ ...none, failedCount: 2 }),
    createBatch({ ...none, cancelledCount: 2, cancelledAt: '2026-11-21T11:01:00.000Z' }),
    createBatch({ requestedCount: 12, completedCount: 12 }),
  ];
  await showBatches(page, queued, working, ...ended);
  const findBar = ({ id }: GenerationBatch) => findCard(page, id).getByRole('progressbar');
  expect(await isPulsing(findBar(queued).locator('div'))).toBe(true);
  const share = await findBar(working).evaluate(
    (bar) => (bar.firstElementChild?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width,
  );
  expect(share).toBeCloseTo(0.25, 2);
  const tones = await Promise.all(ended.map(({ id }) => readEndColors(findCard(page, id))));
  for (const { icon, word } of tones) expect(icon).toBe(word);
  expect(new Set(tones.map(({ word }) => word)).size).toBe(4);
  await reduceMotion(page);
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

const readColumns = (page: Page, { id }: GenerationBatch) =>
  findCard(page, id)
    .getByRole('img', { name: 'Image 1: ' })
    .locator('..')
    .evaluate((strip) => getComputedStyle(strip).gridTemplateColumns.split(' ').length);

/** Of pictures in their shape, also after a reload. */
async function chooseSize(page: Page) {
  const choose = (size: string) =>
    page.getByRole('radiogroup', { name: 'Picture size' }).getByRole('radio', { name: size }).check();
  const slots = findCard(page, refused.id).locator('[data-slot]');
  await slots.nth(1).waitFor();
  // All at once, because cards above may still change their height.
  const [first, second] = await slots.evaluateAll((all) =>
    all.map((slot) => {
      const { y, width, height } = slot.getBoundingClientRect();
      return { y, width, height };
    }),
  );
  expect(first && first.width / first.height).toBeCloseTo(1.5, 1);
  expect(second).toMatchObject({ y: first?.y, width: first?.width });
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
      await showBatches(page, batch);
      await card.getByRole('progressbar').waitFor();
      const height = await readSettled(page, readHeight);
      await showBatches(page, { ...batch, ...end, endedAt: '2026-11-21T11:01:00.000Z', runningItems: [] });
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
  await sections.waitFor({ state: 'hidden' });
}
