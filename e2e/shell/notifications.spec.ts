import { listLibrary, listLibraryChanges, type LibraryBatch } from '@portal/contracts/library';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';

const DAY_MS = 86_400_000;
const createdAt = new Date().toISOString();

const running: LibraryBatch = {
  id: 'batch-1',
  tool: 'upscale',
  name: 'Red fox',
  prompt: null,
  provider: null,
  model: null,
  status: 'processing',
  createdAt,
  expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
  endedAt: null,
  cancelledAt: null,
  filesDeleted: false,
  total: 40,
  doneCount: 3,
  failedCount: 0,
  cost: 0,
  estimate: 0,
  pictures: [],
};
const ended: LibraryBatch = { ...running, status: 'completed', doneCount: 40, endedAt: createdAt };

interface Shown {
  title: string;
  body: string;
  tag: string;
}

declare global {
  interface Window {
    notifications: (Shown & { click: () => void })[];
    sounds: AudioContext[];
    isHidden: boolean;
  }
}

/** Chromium shows no notifications without a desktop, and its pages are always visible. */
function stubBrowser(): void {
  Object.assign(window, { notifications: [], sounds: [], isHidden: false });
  class StubNotification extends EventTarget {
    static permission = 'default';
    static async requestPermission() {
      this.permission = 'granted';
      return this.permission;
    }
    constructor(title: string, { body, tag }: Omit<Shown, 'title'>) {
      super();
      window.notifications.push({ title, body, tag, click: () => this.dispatchEvent(new Event('click')) });
    }
    close() {}
  }
  class CountedAudioContext extends AudioContext {
    constructor() {
      super();
      window.sounds.push(this);
    }
  }
  Object.assign(window, { Notification: StubNotification, AudioContext: CountedAudioContext });
  Object.defineProperties(document, {
    hidden: { get: () => window.isHidden },
    visibilityState: { get: () => (window.isHidden ? 'hidden' : 'visible') },
  });
}

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((next) => {
    window.isHidden = next;
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

async function chooseNotifications(page: Page): Promise<void> {
  await page.locator('.account-trigger').click();
  await page.getByRole('button', { name: 'Preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preferences' });
  await dialog.getByRole('switch', { name: 'Notify me when a batch is done' }).check();
  await dialog.getByRole('switch', { name: 'Play a quiet sound' }).check();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** One running batch, until `end` is called. */
function makeLibrary() {
  const library = { hasEnded: false };
  const mock = async (page: Page) => {
    await page.clock.install();
    await page.addInitScript(stubBrowser);
    await page.route(`**${listLibrary.path}*`, (route) =>
      route.fulfill({ json: { batches: [running], next: null }, headers: { etag: '"one"' } }),
    );
    await page.route(`**${listLibraryChanges.path}*`, (route) => {
      return library.hasEnded
        ? route.fulfill({
            json: { changed: [ended], removed: [], isUnknown: false, time: new Date().toISOString() },
            headers: { etag: '"two"' },
          })
        : route.fulfill({ status: 304, headers: { etag: '"one"' } });
    });
  };
  return { mock, end: () => void (library.hasEnded = true) };
}

const expectTitle = (page: Page, pattern: RegExp) => expect.poll(() => page.title()).toMatch(pattern);

test('shows progress in the title, and notifies when a batch ends in a hidden tab', () => {
  const library = makeLibrary();
  return withPage(
    async (page) => {
      await expectTitle(page, /^\(3\/40\) /);
      await chooseNotifications(page);
      const soundsBefore = await page.evaluate(() => window.sounds.length);
      await setHidden(page, true);
      library.end();
      await page.clock.fastForward(31_000);
      await expectTitle(page, /^\(done\) /);
      const readShown = () =>
        page.evaluate(() => window.notifications.map(({ title, body, tag }) => ({ title, body, tag })));
      await expect
        .poll(readShown)
        .toEqual([{ title: 'Red fox', body: 'Upscale & Enhancement · Done: 40 of 40', tag: 'batch-1' }]);
      await expect.poll(() => page.evaluate(() => window.sounds.length)).toBe(soundsBefore + 1);
      const lastState = () => page.evaluate(() => window.sounds.at(-1)?.state);
      await expect.poll(lastState).toBe('closed');
      await page.evaluate(() => window.notifications[0]?.click());
      await page.waitForURL('**/tools/upscale-enhancement#batch-batch-1');
      await setHidden(page, false);
      await expectTitle(page, /^\w/);
    },
    { as: 'artist', arrange: library.mock },
  );
});
