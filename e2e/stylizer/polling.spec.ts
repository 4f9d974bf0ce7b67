import type { StylizerBatch } from '@portal/contracts/stylizer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually, findHistory } from '../support/generator-page.ts';
import {
  countWhenIdle,
  expectInHistory,
  advance,
  serveHistory,
  setVisibility,
  pauseClock,
} from '../support/polled-history.ts';
import { answerWith } from '../support/routes.ts';
import {
  BATCHES_CALL,
  chooseStyle,
  createActiveBatch,
  createBatch,
  drawPictures,
  STYLIZER_PAGE,
  transform,
  TRANSFORM_CALL,
} from '../support/stylizer-page.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

/** Named by the number of active batches. */
const listWith = (active: number, id = active) => [
  createBatch([], { name: `${id} at work`, filesDeleted: true }),
  ...Array.from({ length: active }, () => createActiveBatch([])),
];
type Served = ReturnType<typeof serveHistory<StylizerBatch>>['history'];

test('polls by activity and after uploads, pauses while hidden, continues after failures [T4.6.1, T4.6.2, T8.5.1, T9.0.22, T9.0.23]', () => {
  const { history, options } = serveHistory(STYLIZER_PAGE, BATCHES_CALL, listWith(0));
  return withPage(
    async (page) => {
      await findHistory(page).getByText('0 at work').waitFor();
      await refetchAfterUpload(page, history);
      await catchUp(page, history);
      await measureIntervals(page, history);
      await page.clock.resume();
      await failOnePoll(page, history);
    },
    {
      ...options,
      expectedErrors: [/500/],
      arrange: async (page) => {
        await options.arrange?.(page);
        await answerWith(page, TRANSFORM_CALL, { status: 202, json: { success: true, batchId: 'new' } });
      },
    },
  );
});

/** At once, and again a second later. Leaves the tab hidden. */
async function refetchAfterUpload(page: Page, history: Served) {
  await chooseStyle(page, 'Anime');
  await choosePictures(page, await drawPictures('one.png'));
  await waitForCount(page, 1);
  await pauseClock(page);
  await advance(page, 2000);
  // A hidden tab does not poll.
  await setVisibility(page, 'hidden');
  await advance(page, 2000);
  const before = await countWhenIdle(() => history.requests);
  expect(await transform(page)).toBe('new');
  await eventually(() => history.requests).toBe(before + 1);
  await advance(page, 950);
  expect(history.requests).toBe(before + 1);
  await advance(page, 50);
  await eventually(() => history.requests).toBe(before + 2);
}

async function catchUp(page: Page, history: Served) {
  history.batches = listWith(6);
  const before = await countWhenIdle(() => history.requests);
  await advance(page, 60_000);
  expect(history.requests).toBe(before);
  await setVisibility(page, 'visible');
  await expectInHistory(page, '6 at work');
}

/** In milliseconds, by the number of active batches. */
async function measureIntervals(page: Page, history: Served) {
  let before = 500;
  for (const [active, milliseconds] of [
    [0, 2000],
    [1, 800],
    [2, 800],
    [3, 600],
    [5, 600],
    [0, 2000],
    [6, 500],
  ] as const) {
    history.batches = listWith(active);
    const asked = await countWhenIdle(() => history.requests);
    await advance(page, before);
    await eventually(() => history.requests).toBe(asked + 1);
    await expectInHistory(page, `${active} at work`);
    // Counted from the last response, a tick or two ago.
    await advance(page, milliseconds - 20);
    expect(history.requests, `${active} at work`).toBe(asked + 1);
    await advance(page, 20);
    await eventually(() => history.requests).toBe(asked + 2);
    before = milliseconds;
  }
}

/** Shows a toast, and continues polling. */
async function failOnePoll(page: Page, history: Served) {
  const failing = page.waitForResponse((answer) => answer.status() === 500);
  await page.route(`**${BATCHES_CALL}`, (route) => route.fulfill({ status: 500 }), { times: 2 });
  await failing;
  history.batches = listWith(1);
  await findHistory(page).getByText('1 at work').waitFor();
  expect(await page.locator('li[data-state]').count()).toBe(1);
}
