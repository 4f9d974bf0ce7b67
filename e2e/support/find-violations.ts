import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from './launch-browser.ts';

interface Options {
  /** Runs again for each variant. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Checks only this part of the page. */
  within?: string;
}

/** Dark colors do not depend on the viewport. */
const VARIANTS = [
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'dark' },
] as const;

/** The axe violations of the page, light and dark, on a phone and a desktop. */
export async function findViolations(page: Page, { prepare, within }: Options = {}): Promise<string[]> {
  const found: string[] = [];
  for (const { viewport, colorScheme } of VARIANTS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-scheme=${colorScheme}]`).waitFor();
    await prepare?.(page);
    await waitForAnimations(page, within);
    // Legacy mode is faster, and only skips cross-origin frames, which the portal has none of.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (within !== undefined) axe.include(within);
    // Only colors differ in dark mode.
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html }) => `${viewport.width} px, ${colorScheme}: ${id}: ${html}`));
  }
  return found;
}

/** Colors are final only after fade-ins. */
const waitForAnimations = (page: Page, within = 'body') =>
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
