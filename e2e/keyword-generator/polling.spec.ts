import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, findHistory } from '../support/generator-page.ts';
import {
  ANALYZE_CALL,
  BATCH_CALL,
  BATCHES_CALL,
  createActiveBatch,
  createKeywordBatch,
  findSubmit,
  KEYWORD_PAGE,
} from '../support/keyword-page.ts';
import { drawPicture } from '../support/pictures.ts';
import {
  countWhenIdle,
  expectInHistory,
  advance,
  serveHistory,
  setVisibility,
  pauseClock,
} from '../support/polled-history.ts';
import { answerWith } from '../support/routes.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

const bare = { results: [], filesDeleted: true };
const active = createActiveBatch(['processing', 'queued'], { ...bare, id: 'at-work', name: 'At work' });
const ended = createKeywordBatch(['completed'], { ...bare, name: 'Ended' });

/** Mocks a history and the polls of its one batch. */
function serve(...batches: KeywordBatch[]) {
  const { history, options } = serveHistory(KEYWORD_PAGE, BATCHES_CALL, batches);
  const polls = { batch: active, asked: [] as string[], answer: 'batch' as 'batch' | 'refused' | 'lost' };
  const arrange = async (page: Page) => {
    await options.arrange?.(page);
    await page.route(`**${BATCH_CALL}`, (route) => {
      polls.asked.push(new URL(route.request().url()).pathname);
      if (polls.answer === 'lost') return route.abort('connectionreset');
      if (polls.answer === 'refused') return route.fulfill({ status: 500 });
      return route.fulfill({ json: { batch: polls.batch } });
    });
  };
  return { history, polls, options: { ...options, arrange } };
}

/** With the page's clock paused. */
async function isAsked({ asked }: { asked: readonly string[] }, page: Page, afterMs: number) {
  const before = asked.length;
  await advance(page, afterMs - 20);
  expect(asked.length).toBe(before);
  await advance(page, 20);
  await eventually(() => asked.length).toBe(before + 1);
  await advance(page, 0);
}

const readClock = (page: Page) => page.evaluate(() => Date.now());
const advanceUntil = (page: Page, hasCome: () => boolean) =>
  eventually(async () => {
    await advance(page, 50);
    return hasCome();
  }).toBe(true);

const countToasts = (page: Page) => page.locator('li[data-state]').count();

test('polls every 800 ms, but not while hidden; refetches the list 2 s after the end [T4.5.2, T4.5.3, T4.5.4, T7.3.4, T9.0.17]', () => {
  const served = serve(active, ended);
  return withPage(async (page) => {
    await findCard(page, active.id).getByText('0/2 completed', { exact: true }).waitFor();
    await pauseClock(page);
    await hideTab(page, served);
    await pollUntilEnd(page, served);
  }, served.options);
});

type Served = ReturnType<typeof serve>;

async function hideTab(page: Page, { history, polls }: Served) {
  await setVisibility(page, 'hidden');
  await advance(page, 800);
  const before = [polls.asked.length, history.requests];
  await advance(page, 60_000);
  expect([polls.asked.length, history.requests]).toEqual(before);
  polls.batch = { ...active, name: 'Caught up' };
  await setVisibility(page, 'visible');
  await expectInHistory(page, 'Caught up');
  polls.batch = active;
}

async function pollUntilEnd(page: Page, { history, polls }: Served) {
  const first = polls.asked.length;
  await advanceUntil(page, () => polls.asked.length > first);
  const lists = await countWhenIdle(() => history.requests);
  polls.batch = { ...active, completedCount: 1, progress: 50 };
  await isAsked(polls, page, 800);
  await expectInHistory(page, '1/2 completed');
  expect(await findCard(page, active.id).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  expect(new Set(polls.asked)).toEqual(new Set([BATCH_CALL.replace('*', active.id)]));
  expect(history.requests).toBe(lists);

  polls.batch = { ...active, status: 'completed', completedCount: 2, progress: 100 };
  const beforeEnd = polls.asked.length;
  await advance(page, 800);
  await eventually(() => polls.asked.length).toBe(beforeEnd + 1);
  await expectInHistory(page, '2/2 completed');
  const endedAt = await readClock(page);
  await advanceUntil(page, () => history.requests > lists);
  expect((await readClock(page)) - endedAt).toBeGreaterThan(1900);
  expect((await readClock(page)) - endedAt).toBeLessThan(2200);
  const atEnd = polls.asked.length;
  expect(atEnd).toBe(beforeEnd + 3);
  await advance(page, 60_000);
  expect(polls.asked.length).toBe(atEnd);
}

test('polls an upload at once; stops after an error response, not after a lost one [T4.5.1, T4.5.2, T4.5.6, T4.5.7, T7.3.3]', () => {
  const { history, polls, options } = serve(ended);
  return withPage(
    async (page) => {
      await findHistory(page).getByText('Ended').waitFor();
      await choosePictures(page, [{ name: 'one.png', bytes: await drawPicture() }]);
      await waitForCount(page, 1);
      expect(polls.asked).toEqual([]);
      history.batches = [active, ended];
      await findSubmit(page).click();
      await eventually(() => polls.asked[0]).toBe(BATCH_CALL.replace('*', active.id));
      await findCard(page, active.id).waitFor();
      expect(await findHistory(page).getByRole('article').count()).toBe(2);

      polls.answer = 'lost';
      await eventually(() => polls.asked.length).toBeGreaterThan(2);
      polls.answer = 'batch';
      polls.batch = { ...active, completedCount: 1 };
      await findCard(page, active.id).getByText('1/2 completed', { exact: true }).waitFor();
      polls.answer = 'refused';
      await page.waitForResponse((answer) => answer.status() === 500);
      await pauseClock(page);
      const asked = polls.asked.length;
      await advance(page, 60_000);
      expect(polls.asked.length).toBe(asked);
      expect(await countToasts(page)).toBe(0);
    },
    {
      ...options,
      expectedErrors: [/500/, /ERR_CONNECTION_RESET/],
      arrange: async (page) => {
        await options.arrange(page);
        const json = { success: true, batchId: active.id };
        await answerWith(page, ANALYZE_CALL, { status: 202, json });
      },
    },
  );
});
