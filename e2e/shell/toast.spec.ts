import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage, type PageOptions } from '../support/browser.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';

const HEIGHT = 800;
const directory: PageOptions = { as: 'admin', path: '/admin/user-directory' };

const viewport = (page: Page) => page.getByRole('region', { name: /Notification/ });
const toasts = (page: Page) => viewport(page).getByRole('listitem');

/** An invalid email is the quickest way to a toast. */
async function openToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await toasts(page).waitFor();
}

/** A point outside its buttons, in whole pixels because pointer events round. */
async function findGrip(page: Page): Promise<{ x: number; y: number }> {
  const box = await toasts(page).boundingBox();
  return { x: Math.round(box?.x ?? 0) + 80, y: Math.round(box?.y ?? 0) + 20 };
}

async function drag(page: Page, distance: number): Promise<void> {
  const { x, y } = await findGrip(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance / 2, y);
  await page.mouse.move(x + distance, y);
  await page.mouse.up();
}

test('a new toast replaces the last [P2.19, P9.2]', () =>
  withPage(async (page) => {
    await openToast(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await toasts(page).count()).toBe(1);
  }, directory));

test('styles an error toast [P2.22, P8.10, T8.1.6]', () =>
  withPage(async (page) => {
    await openToast(page);
    expect(await toasts(page).innerText()).toBe('Error\nA problem occurred, please try again.');
    const { color, borderColor } = await toasts(page).evaluate((element) => {
      const style = getComputedStyle(element);
      return { color: style.color, borderColor: style.borderTopColor };
    });
    expect({ color, borderColor }).toEqual({ color: 'rgb(179, 38, 30)', borderColor: 'rgb(179, 38, 30)' });
  }, directory));

test('closes by its button, and by Escape after F8 focuses the viewport [P2.21, P2.23, P4.12]', () =>
  withPage(async (page) => {
    await openToast(page);
    await toasts(page).getByRole('button', { name: 'Close' }).click();
    await toasts(page).waitFor({ state: 'detached' });

    await openToast(page);
    await page.keyboard.press('F8');
    expect(
      await viewport(page)
        .getByRole('list')
        .evaluate((list) => list === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await toasts(page).waitFor({ state: 'detached' });
  }, directory));

test('closes only by a swipe to the right past 50 px [P2.21, P9.5]', () =>
  withPage(
    async (page) => {
      await openToast(page);
      await drag(page, 50);
      await drag(page, -80);
      expect(await toasts(page).getAttribute('data-state')).toBe('open');
      await drag(page, 51);
      await toasts(page).waitFor({ state: 'detached' });
    },
    { ...directory, arrange: (page) => page.clock.install() },
  ));

test('starts a swipe after more than 2 px of a mouse [P9.6]', () =>
  withPage(
    async (page) => {
      await openToast(page);
      const { x, y } = await findGrip(page);
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

test('starts a swipe after more than 10 px of a finger [P9.6]', () =>
  withPage(
    async (page) => {
      await openToast(page);
      const { x, y } = await findGrip(page);
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', offset: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: x + offset, y }],
        });
      await touch('touchStart', 0);
      await touch('touchMove', 10);
      expect(await toasts(page).getAttribute('data-swipe')).toBeNull();
      await touch('touchMove', 11);
      expect(await toasts(page).getAttribute('data-swipe')).toBe('start');
      await touch('touchEnd', 11);
    },
    { ...directory, hasTouch: true, arrange: (page) => page.clock.install() },
  ));

/** Pauses the page's clock. */
const stopClock = async (page: Page) => {
  await page.getByRole('list', { name: 'Users' }).waitFor();
  await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
};
const withClock: PageOptions = {
  ...directory,
  arrange: (page) => page.clock.install({ time: new Date('2026-11-21T12:00:00Z') }),
};

test('closes after 3000 ms by the toast manager [P2.21, P9.3]', () =>
  withPage(async (page) => {
    await stopClock(page);
    await openToast(page);
    await page.clock.runFor(2990);
    expect(await toasts(page).getAttribute('data-state')).toBe('open');
    await page.clock.runFor(10);
    await toasts(page).waitFor({ state: 'detached' });
  }, withClock));

test('pauses while hovered, then closes after its 5000 ms [P2.21, P9.4]', () =>
  withPage(async (page) => {
    await stopClock(page);
    await openToast(page);
    await page.clock.runFor(1000);
    await toasts(page).hover();
    await page.clock.runFor(20_000);
    expect(await toasts(page).getAttribute('data-state')).toBe('open');
    await page.mouse.move(1, 1);
    await page.clock.runFor(3900);
    expect(await toasts(page).getAttribute('data-state')).toBe('open');
    await page.clock.runFor(100);
    await toasts(page).waitFor({ state: 'detached' });
  }, withClock));

test.each([
  ['at the top of small screens', PHONE.width, { left: 0, top: 0, width: 390 }],
  ['at the top up to 599 px', 599, { left: 0, top: 0, width: 599 }],
  ['at the bottom from 600 px on', 600, { left: 0, bottom: HEIGHT, width: 600 }],
  ['as wide as the screen up to 899 px', 899, { left: 0, bottom: HEIGHT, width: 899 }],
  ['at the bottom right, 420 px wide, from 900 px on', 900, { right: 900, bottom: HEIGHT, width: 420 }],
  ['at the bottom right of a desktop', DESKTOP.width, { right: DESKTOP.width, bottom: HEIGHT, width: 420 }],
])('puts the viewport %s [P2.20]', (_place, width, box) =>
  withPage(
    async (page) => {
      await openToast(page);
      const place = await viewport(page)
        .getByRole('list')
        .evaluate((list) => list.getBoundingClientRect().toJSON());
      expect(place).toMatchObject(box);
    },
    { ...directory, viewport: { width, height: HEIGHT } },
  ),
);
