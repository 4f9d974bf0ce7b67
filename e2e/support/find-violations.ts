import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from './launch-browser.ts';

interface Options {
  /** Anew for each of the looks. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Of a page that is looked at as a whole elsewhere: this part alone. */
  within?: string;
}

/** The dark has the same colours everywhere. */
const LOOKS = [
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'dark' },
] as const;

/** What axe finds on the page as it is, light and dark, on a phone and on a desktop. */
export async function findViolations(page: Page, { prepare, within }: Options = {}): Promise<string[]> {
  const found: string[] = [];
  for (const { viewport, colorScheme } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-scheme=${colorScheme}]`).waitFor();
    await prepare?.(page);
    await waitForStillness(page, within);
    // "Legacy" is quicker, and leaves out foreign frames alone, of which there are none.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (within !== undefined) axe.include(within);
    // In the dark nothing but the colours differs.
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html }) => `${viewport.width} px, ${colorScheme}: ${id}: ${html}`));
  }
  return found;
}

/** What still fades in has no colour of its own yet. */
const waitForStillness = (page: Page, within = 'body') =>
  page.waitForFunction((selector) => {
    const moves = document
      .getAnimations()
      .some(
        ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
      );
    if (moves) return false;
    for (let part = document.querySelector(selector); part; part = part.parentElement)
      if (getComputedStyle(part).opacity !== '1') return false;
    return true;
  }, within);
