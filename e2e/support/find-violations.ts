import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { DESKTOP } from './launch-browser.ts';

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

/** The rules that are not run, and why. All others are: WCAG A to AAA, best practices, experimental and deprecated ones. */
const SKIPPED: Readonly<Record<string, string>> = {
  'color-contrast-enhanced': 'AAA asks for a contrast of 7:1, which leaves no room for secondary texts.',
  'frame-tested': 'The portal has no frames.',
  'hidden-content': 'Lists hidden elements, so that somebody shows them. The tests open them.',
};
/** The elements that are not checked, and why. */
const EXCLUDED: Readonly<Record<string, string>> = {
  '[role=tooltip]': 'It describes its element, and lies outside of all landmarks.',
  '[data-testid^=sentinel]': 'MUI keeps the focus in a dialog with them.',
  '[aria-label^=Notification] > span': 'Radix leads the focus into and out of the toasts with them.',
};
/** Those that depend on colors. All others are the same in light and dark. */
const COLOR_RULES = new Set(['color-contrast', 'link-in-text-block']);

/** The narrowest viewport of WCAG's reflow that phones have. */
const NARROW = { width: 360, height: 740 };

/** In this order only one of both changes at a time. */
const VARIANTS = [
  { viewport: NARROW, colorScheme: 'light', isComplete: true },
  { viewport: NARROW, colorScheme: 'dark', isComplete: false },
  { viewport: DESKTOP, colorScheme: 'dark', isComplete: false },
  { viewport: DESKTOP, colorScheme: 'light', isComplete: true },
] as const;

const choose = (isEnabled: (rule: string) => boolean): RunOptions => ({
  // Only violations are described in full.
  resultTypes: ['violations'],
  iframes: false,
  rules: Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: isEnabled(ruleId) }])),
});
const ALL = choose((rule) => !(rule in SKIPPED));
const COLORS = choose((rule) => COLOR_RULES.has(rule));

/** The axe violations of the page, light and dark, on a narrow phone and a desktop, and whether it fits the phone. */
export async function findViolations(page: Page, { prepare, within }: Options = {}): Promise<string[]> {
  const found: string[] = [];
  const before = page.viewportSize() ?? DESKTOP;
  await prepareOnce(page);
  for (const { viewport, colorScheme, isComplete } of VARIANTS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-scheme=${colorScheme}]`).waitFor();
    await prepare?.(page);
    await page.evaluate(() => scrollTo(0, 0));
    await waitForAnimations(page, within);
    const violations = await runAxe(page, within, isComplete ? ALL : COLORS);
    if (viewport === NARROW && (await measureOverflow(page)) > 0) violations.push('reflow: scrolls sideways');
    found.push(...violations.map((text) => `${viewport.width} px, ${colorScheme}: ${text}`));
  }
  await page.setViewportSize(before);
  return found;
}

/** How much wider the page is than the viewport. */
const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

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
    async ([include, exclude, runOptions]) => {
      /** Is it large enough, with the header, a menu or a bar at the bottom over a part of it? */
      const isCovered = (target: Element | undefined): boolean => {
        if (!target) return false;
        const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
        const [middle, center] = [(left + right) / 2, (top + bottom) / 2];
        const isSeenAt = (x: number, y: number) => {
          const seen = document.elementFromPoint(x, y);
          return !seen || target.contains(seen);
        };
        const isSeen =
          isSeenAt(left + 1, center) &&
          isSeenAt(right - 1, center) &&
          isSeenAt(middle, top + 1) &&
          isSeenAt(middle, bottom - 1);
        return Math.min(width, height) >= 24 && !isSeen;
      };
      const { violations } = await window.axe.run({ include, exclude }, { ...runOptions, elementRef: true });
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ element }) => id !== 'target-size' || !isCovered(element))
          .map(({ html }) => `${id}: ${html}`),
      );
    },
    [within ?? 'html', Object.keys(EXCLUDED), options] as const,
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
