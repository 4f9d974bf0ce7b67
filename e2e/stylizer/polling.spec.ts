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
const serve = (active: number) => serveHistory(STYLIZER_PAGE, BATCHES_CALL, listWith(active));

test('polls every 2000, 800, 600 or 500 ms with 0, 1-2, 3-5 or more active batches [T4.6.1, T9.0.22]', () => {
  const { history, options } = serve(0);
  return withPage(async (page) => {
    await findHistory(page).getByText('0 at work').waitFor();
    await pauseClock(page);
    let before = 2000;
    for (const [active, milliseconds] of [
      [0, 2000],
      [1, 800],
      [2, 800],
      [3, 600],
      [5, 600],
      [6, 500],
      [0, 2000],
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
  }, options);
});

test('pauses polling while the tab is hidden, and catches up at once [T4.6.1]', () => {
  const { history, options } = serve(6);
  return withPage(async (page) => {
    await findHistory(page).getByText('6 at work').waitFor();
    await pauseClock(page);
    await setVisibility(page, 'hidden');
    await advance(page, 500);
    const before = await countWhenIdle(() => history.requests);
    await advance(page, 60_000);
    expect(history.requests).toBe(before);
    history.batches = listWith(2);
    await setVisibility(page, 'visible');
    await expectInHistory(page, '2 at work');
  }, options);
});

test('shows a toast for a failed poll, and continues polling [T4.6.1, T8.5.1]', () => {
  const { history, options } = serve(6);
  return withPage(
    async (page) => {
      await findHistory(page).getByText('6 at work').waitFor();
      const failing = page.waitForResponse((answer) => answer.status() === 500);
      await page.route(`**${BATCHES_CALL}`, (route) => route.fulfill({ status: 500 }), { times: 2 });
      await failing;
      history.batches = listWith(1);
      await findHistory(page).getByText('1 at work').waitFor();
      expect(await page.locator('li[data-state]').count()).toBe(1);
    },
    { ...options, expectedErrors: [/500/] },
  );
});

test('refetches the list after an upload, and again a second later [T4.6.2, T9.0.23]', () => {
  const { history, options } = serve(0);
  return withPage(
    async (page) => {
      await findHistory(page).getByText('0 at work').waitFor();
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
    },
    {
      ...options,
      arrange: async (page) => {
        await options.arrange?.(page);
        await answerWith(page, TRANSFORM_CALL, { status: 202, json: { success: true, batchId: 'new' } });
      },
    },
  );
});
