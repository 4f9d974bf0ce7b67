import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { useBrowser, type PageOptions } from '../support/browser.ts';
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
import { addFaults, clearFaults, releaseCalls } from '../support/sandbox.ts';

const withPage = useBrowser();
const EIGHT = new Date('2026-11-21T08:00:00Z');

/** A history that a test changes as it goes, and how often it was asked for. */
function serveHistory(...batches: GenerationBatch[]) {
  const history = { batches, requests: 0 };
  const options: PageOptions = {
    as: 'artist',
    path: GENERATOR_PAGE,
    arrange: async (page) => {
      await page.clock.install({ time: EIGHT });
      await page.route(`**${BATCHES_CALL}`, (route) => {
        history.requests += 1;
        return route.fulfill({ json: { batches: history.batches } });
      });
    },
  };
  return { history, options };
}

/** From here on the page's time goes on only as far as a test says. */
const stopTime = (page: Page) => page.clock.pauseAt(new Date(EIGHT.getTime() + 600_000));

/** Lets the page's time go on, and everything that comes of it be done. */
async function pass(page: Page, milliseconds: number) {
  await page.clock.runFor(milliseconds);
  await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()));
}

/** What has arrived is drawn with the next tick. */
const isDrawn = (page: Page, text: string) =>
  eventually(async () => {
    await page.clock.runFor(1);
    return findHistory(page).getByText(text, { exact: true }).isVisible();
  }).toBe(true);

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

const working = createBatch({ status: 'processing', endedAt: null, requestedCount: 2, completedCount: 0 });

test('the list is read every 800 ms while a batch is at work, and every 60 s once none is [T4.2.1, T4.2.2, T9.0.8, T9.0.9]', () => {
  const { history, options } = serveHistory(working);
  return withPage(async (page) => {
    await findCard(page, working.id).waitFor();
    await stopTime(page);
    await eventually(() => history.requests).toBeGreaterThan(1);
    await pass(page, 800);
    const before = history.requests;
    for (let poll = 1; poll <= 3; poll += 1) {
      await pass(page, 799);
      expect(history.requests).toBe(before + poll - 1);
      await pass(page, 1);
      await eventually(() => history.requests).toBe(before + poll);
    }
    history.batches = [{ ...working, status: 'completed', completedCount: 2 }];
    await pass(page, 800);
    await isDrawn(page, '2/2 completed');
    const atEnd = history.requests;
    await pass(page, 59_000);
    expect(history.requests).toBe(atEnd);
    await pass(page, 1000);
    await eventually(() => history.requests).toBe(atEnd + 1);
  }, options);
});

test('nothing is read while the tab is hidden; when it is seen again it catches up at once [T4.2.1]', () => {
  const { history, options } = serveHistory(working);
  return withPage(async (page) => {
    await findCard(page, working.id).waitFor();
    await stopTime(page);
    await setVisibility(page, 'hidden');
    await pass(page, 800);
    const before = history.requests;
    await pass(page, 130_000);
    expect(history.requests).toBe(before);
    history.batches = [{ ...working, completedCount: 1 }];
    await setVisibility(page, 'visible');
    await isDrawn(page, '1/2 completed');
  }, options);
});

test('a poll that fails is quiet, and the next one comes [T4.2.1]', () => {
  const { history, options } = serveHistory(working);
  return withPage(
    async (page) => {
      await findCard(page, working.id).waitFor();
      await page.route(`**${BATCHES_CALL}`, (route) => route.fulfill({ status: 500 }), { times: 2 });
      const failed = page.waitForResponse((answer) => answer.status() === 500);
      await failed;
      history.batches = [{ ...working, completedCount: 1 }];
      await findCard(page, working.id).getByText('1/2 completed', { exact: true }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(
        await page
          .getByRole('region', { name: /Notification/ })
          .getByRole('listitem')
          .count(),
      ).toBe(0);
    },
    { ...options, expectedErrors: [/500/] },
  );
});

test('a poll that finds nothing new is answered with 304 [D-answers-and-errors-of-the-api.7, D-answers-and-errors-of-the-api.8]', async () => {
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
          if (request.url.endsWith(BATCHES_CALL)) polls.add(requestId);
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
