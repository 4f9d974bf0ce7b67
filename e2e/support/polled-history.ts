/** A mocked history, in a page whose clock the test controls. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PageOptions } from './browser.ts';
import { eventually, findHistory } from './generator-page.ts';

export const EIGHT = new Date('2026-11-21T08:00:00Z');

/** Mocks the list call and counts its requests. */
export function serveHistory<Batch>(path: string, call: string, batches: readonly Batch[]) {
  const history = { batches, requests: 0 };
  const options: PageOptions = {
    as: 'artist',
    path,
    arrange: async (page) => {
      await page.clock.install({ time: EIGHT });
      await page.route(`**${call}`, (route) => {
        history.requests += 1;
        return route.fulfill({ json: { batches: history.batches } });
      });
    },
  };
  return { history, options };
}

/** Pauses the page's clock. */
export const pauseClock = (page: Page) => page.clock.pauseAt(new Date(EIGHT.getTime() + 600_000));

/** Less than any time limit of the page, so that no pending request reaches it. */
const STEP_MS = 10_000;

/** Advances the page's clock and waits for pending requests. */
export async function advance(page: Page, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= STEP_MS) {
    await page.clock.runFor(Math.min(left, STEP_MS));
    await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()));
  }
}

/** Waits for the target while the page's clock advances by a few ticks only. */
const expectVisible = (page: Page, target: Locator) =>
  eventually(async () => {
    await page.clock.runFor(1);
    return isShown(target);
  }).toBe(true);

const SOON_MS = 500;

async function isShown(target: Locator): Promise<boolean> {
  try {
    await target.waitFor({ timeout: SOON_MS });
    return true;
  } catch {
    return false;
  }
}

const QUIET_MS = 300;

/** The number of requests once none are pending, with the page's clock paused. */
export async function countWhenIdle(read: () => number): Promise<number> {
  for (;;) {
    const count = read();
    await sleep(QUIET_MS);
    if (read() === count) return count;
  }
}

/**
 * Shows three requests in a row, each this long after the one before, with the page's clock paused. A response may arrive while
 * the clock still advances, so the time since then is known only to a fiftieth of the interval.
 */
export async function expectInterval(page: Page, interval: number, read: () => number): Promise<void> {
  const step = interval / 50;
  const first = await countWhenIdle(read);
  while (read() === first) await advance(page, step);
  const before = await countWhenIdle(read);
  for (let poll = 1; poll <= 3; poll += 1) {
    await advance(page, interval - step - 1);
    expect(read()).toBe(before + poll - 1);
    await advance(page, step + 1);
    await eventually(read).toBe(before + poll);
  }
}

export const expectInHistory = (page: Page, text: string) =>
  expectVisible(page, findHistory(page).getByText(text, { exact: true }));

export const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
