import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser, type PageOptions } from '../support/browser.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';

const withPage = useBrowser();
const directory: PageOptions = { as: 'admin', path: '/admin/user-directory' };

const viewport = (page: Page) => page.getByRole('region', { name: /Notification/ });
const toasts = (page: Page) => viewport(page).getByRole('listitem');

/** An email that is none: the quickest way to a toast. */
async function bringUpToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await toasts(page).waitFor();
}

async function drag(page: Page, distance: number): Promise<void> {
  const box = await toasts(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 80, (box?.y ?? 0) + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance / 2, y);
  await page.mouse.move(x + distance, y);
  await page.mouse.up();
}

test('[P2.19, P9.2] a new toast takes the place of the last', () =>
  withPage(async (page) => {
    await bringUpToast(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await toasts(page).count()).toBe(1);
  }, directory));

test('[P2.22, P8.10, T8.1.6] an error is dressed as one', () =>
  withPage(async (page) => {
    await bringUpToast(page);
    expect(await toasts(page).innerText()).toBe('Error\nA problem occurred, please try again.');
    const { color, borderColor } = await toasts(page).evaluate((element) => {
      const style = getComputedStyle(element);
      return { color: style.color, borderColor: style.borderTopColor };
    });
    expect({ color, borderColor }).toEqual({ color: 'rgb(179, 38, 30)', borderColor: 'rgb(179, 38, 30)' });
  }, directory));

test('[P2.21, P2.23, P4.12] it closes by its button, and by Escape from the viewport that F8 focuses', () =>
  withPage(async (page) => {
    await bringUpToast(page);
    await toasts(page).getByRole('button', { name: 'Close' }).click();
    await toasts(page).waitFor({ state: 'detached' });

    await bringUpToast(page);
    await page.keyboard.press('F8');
    expect(
      await viewport(page)
        .getByRole('list')
        .evaluate((list) => list === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await toasts(page).waitFor({ state: 'detached' });
  }, directory));

test('[P2.21, P9.5] a swipe to the right past 50 px closes it, a shorter one or one to the left does not', () =>
  withPage(
    async (page) => {
      await bringUpToast(page);
      await drag(page, 40);
      await drag(page, -80);
      expect(await toasts(page).getAttribute('data-state')).toBe('open');
      await drag(page, 60);
      await toasts(page).waitFor({ state: 'detached' });
    },
    { ...directory, arrange: (page) => page.clock.install() },
  ));

test('[P9.6] a swipe begins after 2 px of a mouse', () =>
  withPage(
    async (page) => {
      await bringUpToast(page);
      const box = await toasts(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 80, (box?.y ?? 0) + 20];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 2, y);
      expect(await toasts(page).getAttribute('data-swipe')).toBeNull();
      await page.mouse.move(x + 3, y);
      expect(await toasts(page).getAttribute('data-swipe')).toBe('start');
      await page.mouse.up();
    },
    { ...directory, arrange: (page) => page.clock.install() },
  ));

test('[P9.6] and after 10 px of a finger', () =>
  withPage(
    async (page) => {
      await bringUpToast(page);
      const box = await toasts(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 80, (box?.y ?? 0) + 20];
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', offset: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: x + offset, y }],
        });
      await touch('touchStart', 0);
      await touch('touchMove', 10);
      expect(await toasts(page).getAttribute('data-swipe')).toBeNull();
      await touch('touchMove', 30);
      expect(await toasts(page).getAttribute('data-swipe')).not.toBeNull();
      await touch('touchEnd', 30);
    },
    { ...directory, hasTouch: true, arrange: (page) => page.clock.install() },
  ));

test('[P2.21, P9.3, P9.4] the manager closes it after 3000 ms, before its own 5000 ms are over', () =>
  withPage(
    async (page) => {
      await page.getByRole('list', { name: 'Users' }).waitFor();
      await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
      await bringUpToast(page);
      await page.clock.runFor(2990);
      expect(await toasts(page).getAttribute('data-state')).toBe('open');
      await page.clock.runFor(10);
      await toasts(page).waitFor({ state: 'detached' });
    },
    { ...directory, arrange: (page) => page.clock.install({ time: new Date('2026-11-21T12:00:00Z') }) },
  ));

test.each([
  ['at the top of a phone', PHONE, { left: 0, top: 0, width: 390 }],
  [
    'at the bottom right, at most 420 px wide, of a desktop',
    DESKTOP,
    { right: 1280, bottom: 800, width: 420 },
  ],
])('[P2.20] the viewport is %s', (_name, size, place) =>
  withPage(
    async (page) => {
      await bringUpToast(page);
      const box = await viewport(page)
        .getByRole('list')
        .evaluate((list) => list.getBoundingClientRect().toJSON());
      expect(box).toMatchObject(place);
    },
    { ...directory, viewport: size },
  ),
);
