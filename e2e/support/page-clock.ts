/** A page whose clock and visibility the test controls. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

export const EIGHT = new Date('2026-11-21T08:00:00Z');

/** Less than any time limit of the page, so that no pending request reaches it. */
const STEP_MS = 10_000;

/** Advances the page's clock and waits for pending requests. */
export async function advance(page: Page, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= STEP_MS) {
    await page.clock.runFor(Math.min(left, STEP_MS));
    await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()));
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

export const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
