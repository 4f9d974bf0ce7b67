/** A history that a test changes as it goes, in a page whose time goes on only as far as the test says. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { PageOptions } from './browser.ts';
import { eventually, findHistory } from './generator-page.ts';

export const EIGHT = new Date('2026-11-21T08:00:00Z');

/** What a call for the list is answered with, and how often it was asked for. */
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

/** From here on the page's time stands still. */
export const stopTime = (page: Page) => page.clock.pauseAt(new Date(EIGHT.getTime() + 600_000));

/** Lets the page's time go on until that many milliseconds after stopTime, whatever the waits in between took. */
export async function passTo(page: Page, milliseconds: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await pass(page, EIGHT.getTime() + 600_000 + milliseconds - now);
}

/** Lets the page's time go on, and everything that comes of it be done. */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()));
}

/** What has arrived is drawn with the next tick or two; however slow the machine is, the page's time goes on no further. */
export const isSeen = (page: Page, target: Locator) =>
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

const STILL_MS = 300;

/** How often something was asked for, once whatever the page had begun has arrived; its time stands still. */
export async function countSettled(read: () => number): Promise<number> {
  for (;;) {
    const count = read();
    await sleep(STILL_MS);
    if (read() === count) return count;
  }
}

export const isDrawn = (page: Page, text: string) =>
  isSeen(page, findHistory(page).getByText(text, { exact: true }));

export const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
