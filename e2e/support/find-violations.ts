import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from './launch-browser.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

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

/** The portal has no frames. Only violations are described in full. */
const ALL_RULES: RunOptions = { iframes: false, resultTypes: ['violations'] };
/** Only colors differ in dark mode. */
const COLOR_RULES: RunOptions = { ...ALL_RULES, runOnly: { type: 'rule', values: ['color-contrast'] } };

/** The axe violations of the page, light and dark, on a phone and a desktop. */
export async function findViolations(page: Page, { prepare, within }: Options = {}): Promise<string[]> {
  const found: string[] = [];
  await prepareOnce(page);
  for (const { viewport, colorScheme } of VARIANTS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-scheme=${colorScheme}]`).waitFor();
    await prepare?.(page);
    await waitForAnimations(page, within);
    const violations = await runAxe(page, within, colorScheme === 'dark' ? COLOR_RULES : ALL_RULES);
    found.push(...violations.map((text) => `${viewport.width} px, ${colorScheme}: ${text}`));
  }
  return found;
}

/** Loads axe, which takes as long as a run, and turns off transitions: each variant changes all colors and sizes. */
async function prepareOnce(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}

const runAxe = (page: Page, within: string | undefined, options: RunOptions): Promise<string[]> =>
  page.evaluate(
    async ([selector, runOptions]) => {
      // A tooltip describes its element; it lies outside of all landmarks.
      const context = { include: selector ?? 'html', exclude: '[role=tooltip]' };
      const { violations } = await window.axe.run(context, runOptions);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [within, options] as const,
  );

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
