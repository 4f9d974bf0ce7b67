import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage, type PageOptions } from '../support/browser.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';

const withClock: PageOptions = {
  as: 'admin',
  path: '/admin/user-directory',
  arrange: (page) => page.clock.install({ time: new Date('2026-11-21T12:00:00Z') }),
};

/** Pauses the page's clock. */
async function stopClock(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Users' }).waitFor();
  await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
}

const viewport = (page: Page) => page.getByRole('region', { name: /Notification/ });
const list = (page: Page) => viewport(page).getByRole('list');
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

const HEIGHT = 800;
/** Where the viewport of toasts is at each width. */
const PLACES: [width: number, box: object][] = [
  [PHONE.width, { left: 0, top: 0, width: 390 }],
  [599, { left: 0, top: 0, width: 599 }],
  [600, { left: 0, bottom: HEIGHT, width: 600 }],
  [767, { left: 0, bottom: HEIGHT, width: 767 }],
  [768, { right: 768, bottom: HEIGHT, width: 420 }],
  [DESKTOP.width, { right: DESKTOP.width, bottom: HEIGHT, width: 420 }],
];

test('replaces, styles and places toasts, which close by hand, in time or by a swipe [P2.19, P2.20, P2.21, P2.22, P2.23, P4.12, P8.10, P9.2, P9.3, P9.4, P9.5, P9.6, T8.1.6]', () =>
  withPage(
    async (page) => {
      await stopClock(page);
      await placeToast(page);
      await closeInTime(page);
      await swipe(page);
      await closeByHand(page);
    },
    { ...withClock, hasTouch: true },
  ));

async function placeToast(page: Page): Promise<void> {
  await openToast(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  expect(await toasts(page).count()).toBe(1);

  expect(await toasts(page).innerText()).toBe('Error\nA problem occurred, please try again.');
  const { color, borderColor } = await toasts(page).evaluate((element) => {
    const style = getComputedStyle(element);
    return { color: style.color, borderColor: style.borderTopColor };
  });
  expect({ color, borderColor }).toEqual({ color: 'rgb(179, 38, 30)', borderColor: 'rgb(179, 38, 30)' });

  for (const [width, box] of PLACES) {
    await page.setViewportSize({ width, height: HEIGHT });
    const place = await list(page).evaluate((element) => element.getBoundingClientRect().toJSON());
    expect(place, `${width} px`).toMatchObject(box);
  }
  await page.clock.runFor(3000);
  await toasts(page).waitFor({ state: 'detached' });
}

/** After 3000 ms, or after 5000 ms if it was hovered. */
async function closeInTime(page: Page): Promise<void> {
  await openToast(page);
  await page.clock.runFor(2990);
  expect(await toasts(page).getAttribute('data-state')).toBe('open');
  await page.clock.runFor(10);
  await toasts(page).waitFor({ state: 'detached' });

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
}

/** Starts after 2 px of a mouse or 10 of a finger, and closes past 50 px. */
async function swipe(page: Page): Promise<void> {
  await openToast(page);
  const { x, y } = await findGrip(page);
  const readSwipe = () => toasts(page).getAttribute('data-swipe');
  const press = async () => {
    // A toast that has just opened may not take the press.
    await page.mouse.up();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 2, y);
    const before = await readSwipe();
    await page.mouse.move(x + 3, y);
    return { before, after: await readSwipe() };
  };
  await expect.poll(press).toEqual({ before: null, after: 'start' });
  await page.mouse.up();

  await drag(page, 50);
  await drag(page, -80);
  expect(await toasts(page).getAttribute('data-state')).toBe('open');
  await drag(page, 51);
  await toasts(page).waitFor({ state: 'detached' });

  await openToast(page);
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
  await expect.poll(() => toasts(page).getAttribute('data-swipe')).toBe('start');
  await touch('touchEnd', 11);
}

async function closeByHand(page: Page): Promise<void> {
  await openToast(page);
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await toasts(page).waitFor({ state: 'detached' });
  // The next one opens under the pointer.
  await openToast(page);
  await toasts(page).hover();
  await page.clock.runFor(20_000);
  expect(await toasts(page).getAttribute('data-state')).toBe('open');
  await page.mouse.move(1, 1);
  await page.clock.runFor(5000);
  await toasts(page).waitFor({ state: 'detached' });

  await openToast(page);
  await page.keyboard.press('F8');
  expect(await list(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await toasts(page).waitFor({ state: 'detached' });
}
