import type { Browser, Page } from 'playwright-core';
import type { Account } from '../support/accounts.ts';
import { findCard, GENERATOR_PAGE } from '../support/generator-page.ts';
import { openContext } from '../support/launch-browser.ts';
import { makeSession } from '../support/sessions.ts';

/** Shows all thumbnails of the batch. */
const VIEWPORT = { width: 1920, height: 1080 };
const IMAGES = 100;

declare global {
  interface Window {
    /** Lets the page see which thumbnails are near the viewport. */
    releaseThumbnails: () => void;
  }
}

export interface Opened {
  /** From the click until the last picture is painted. */
  ms: number;
  limited: number;
}

/** Opens the page without its thumbnails, so that opening the batch loads all of them. */
export async function openHistory(browser: Browser, artist: Account, id: string): Promise<Page> {
  const context = await openContext(browser, {
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    storageState: makeSession(artist),
  });
  const page = await context.newPage();
  await page.addInitScript(holdThumbnails);
  await page.goto(GENERATOR_PAGE);
  await findCard(page, id).waitFor();
  // Larger ones would not all fit.
  await page.getByRole('radio', { name: 'Small' }).check();
  return page;
}

/** Runs in the page before its scripts: elements seem far away until the thumbnails are released. */
function holdThumbnails(): void {
  const Real = globalThis.IntersectionObserver;
  const released = Promise.withResolvers<void>();
  window.releaseThumbnails = released.resolve;
  globalThis.IntersectionObserver = class extends Real {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      let isReleased = false;
      const held: IntersectionObserverEntry[] = [];
      super((entries, observer) => {
        if (isReleased) callback(entries, observer);
        else held.push(...entries);
      }, options);
      const release = async () => {
        await released.promise;
        isReleased = true;
        if (held.length > 0) callback(held, this);
      };
      void release();
    }
  };
}

/** Shows all thumbnails of the batch, and hides most of them again. */
export async function openBatch(page: Page, id: string): Promise<Opened> {
  let limited = 0;
  const count = (response: { status: () => number }) => {
    if (response.status() === 429) limited += 1;
  };
  page.on('response', count);
  const card = findCard(page, id);
  await card.getByRole('button', { name: /^Show \d+ more$/ }).waitFor();
  await page.waitForLoadState('networkidle');
  const ms = await card.evaluate(openAndWait, IMAGES);
  page.off('response', count);
  await card.getByRole('button', { name: 'Show fewer' }).click();
  return { ms, limited };
}

/** Runs in the page. */
async function openAndWait(card: Element, images: number): Promise<number> {
  const findPictures = () =>
    [...card.querySelectorAll<HTMLImageElement>('button[aria-label^="Open image"] img')].filter(
      ({ complete, naturalWidth }) => complete && naturalWidth > 0,
    );
  const nextFrame = () => new Promise(requestAnimationFrame);
  const startedAt = performance.now();
  window.releaseThumbnails();
  card.querySelector<HTMLElement>('button[aria-label^="Show"]')?.click();
  while (findPictures().length < images) {
    if (performance.now() - startedAt > 30_000) throw new Error('The pictures did not load.');
    await nextFrame();
  }
  await Promise.all(findPictures().map((picture) => picture.decode()));
  // The second frame starts once the first one is painted.
  await nextFrame();
  await nextFrame();
  return performance.now() - startedAt;
}
