import { generatorCalls, type GenerationBatch } from '@portal/contracts/image-generator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { makePrompt, makeRequest, startBatch } from '../support/generator.ts';
import {
  BATCHES_CALL,
  createBatch,
  eventually,
  findCard,
  findHistory,
  GENERATOR_PAGE,
  waitForText,
} from '../support/generator-page.ts';
import {
  countWhenIdle,
  expectInterval,
  expectInHistory,
  advance,
  serveHistory,
  setVisibility,
  pauseClock,
} from '../support/polled-history.ts';
import { addFaults, clearFaults, releaseCalls } from '../support/sandbox.ts';

const serve = (...batches: GenerationBatch[]) => serveHistory(GENERATOR_PAGE, BATCHES_CALL, batches);

/** Once the page has the list, it asks for changes. */
const POLLED = new Set([BATCHES_CALL, generatorCalls.changes.path]);

const working = createBatch({ status: 'processing', endedAt: null, requestedCount: 2, completedCount: 0 });

test('polls by activity, pauses while hidden, and continues after failures [T4.2.1, T4.2.2, T9.0.8, T9.0.9, D-polling-and-caching.3]', () => {
  const { history, options } = serve(working);
  return withPage(
    async (page) => {
      await findCard(page, working.id).waitFor();
      await pauseClock(page);
      await hideTab(page, history);
      await measureIntervals(page, history);
      await page.clock.resume();
      history.batches = [working];
      await setVisibility(page, 'visible');
      await waitForText(findCard(page, working.id), '0/2 completed');
      await failPolls(page, history);
    },
    { ...options, expectedErrors: [/500/] },
  );
});

type Served = ReturnType<typeof serve>['history'];

async function hideTab(page: Page, history: Served) {
  await setVisibility(page, 'hidden');
  await advance(page, 800);
  const before = await countWhenIdle(() => history.requests);
  await advance(page, 130_000);
  expect(history.requests).toBe(before);
  history.batches = [{ ...working, completedCount: 1 }];
  await setVisibility(page, 'visible');
  await expectInHistory(page, '1/2 completed');
}

/** 800 ms while a batch runs, 60 s otherwise. */
async function measureIntervals(page: Page, history: Served) {
  await expectInterval(page, 800, () => history.requests);
  history.batches = [{ ...working, status: 'completed', completedCount: 2 }];
  await advance(page, 800);
  await expectInHistory(page, '2/2 completed');
  const atEnd = await countWhenIdle(() => history.requests);
  await advance(page, 59_900);
  expect(history.requests).toBe(atEnd);
  await advance(page, 100);
  await eventually(() => history.requests).toBe(atEnd + 1);
}

/** One toast for several failed polls. */
async function failPolls(page: Page, history: Served) {
  let isDown = true;
  const toasts = page.getByRole('region', { name: /Notification/ }).getByRole('listitem');
  await page.route(`**${BATCHES_CALL}`, (route) =>
    isDown ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await toasts.getByRole('button', { name: 'Close' }).click();
  await toasts.waitFor({ state: 'detached' });
  for (let polls = 0; polls < 3; polls += 1) await page.waitForResponse((answer) => answer.status() === 500);
  expect(await toasts.count()).toBe(0);
  isDown = false;
  history.batches = [{ ...working, completedCount: 1 }];
  await waitForText(findCard(page, working.id), '1/2 completed');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await toasts.count()).toBe(0);
}

test('an unchanged poll is answered with 304 [D-answers-and-errors-of-the-api.7, D-answers-and-errors-of-the-api.8]', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('held for the polls');
  await addFaults({ provider: 'xai', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  await startBatch(artist, makeRequest('xai', { prompt }));
  try {
    await withPage(
      async (page) => {
        const statuses: number[] = [];
        const session = await page.context().newCDPSession(page);
        const polls = new Set<string>();
        session.on('Network.requestWillBeSent', ({ requestId, request }) => {
          if (POLLED.has(new URL(request.url).pathname)) polls.add(requestId);
        });
        session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
          if (polls.has(requestId)) statuses.push(statusCode);
        });
        await session.send('Network.enable');
        await waitForText(findHistory(page), '0/1 completed');
        await eventually(() => statuses.slice(-3)).toEqual([304, 304, 304]);
        await clearFaults();
        await releaseCalls();
        await waitForText(findHistory(page), '1/1 completed');
        expect(statuses.at(-1)).toBe(200);
      },
      { as: artist, path: GENERATOR_PAGE },
    );
  } finally {
    await clearFaults();
    await releaseCalls();
  }
});
