import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const MAX_STOPS = 40;

export const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/**
 * Whether the focus is visible: an outline of the element, of the parent of a hidden input (a radio button, the
 * thumb of a slider) or of a wrapper, or for a text field a thick border or an inset ring.
 */
const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!active) return false;
    const isOutlined = (element: Element | null) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const isThumb = element.classList.contains('Mui-focusVisible') && boxShadow !== 'none';
      return isThumb || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
    };
    const border = active.closest('.Mui-focused')?.querySelector('fieldset');
    if (border && Number.parseFloat(getComputedStyle(border).borderTopWidth) >= 2) return true;
    const around = active.parentElement;
    const isHiddenInput = active.matches('input');
    if (active.matches('[role=slider]') && isOutlined(active.firstElementChild)) return true;
    const isRinged = (element: Element | null) =>
      element !== null && getComputedStyle(element).boxShadow.includes('inset');
    if (active.matches('textarea, input') && (isRinged(active) || isRinged(around))) return true;
    return (
      isOutlined(active) ||
      (isHiddenInput && (isOutlined(around) || isOutlined(around?.parentElement ?? null)))
    );
  });

/** Tabs to the target, and asserts a visible focus at every stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const stopName = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? '');
    // With reduced motion every change of style is a very short transition.
    await expect.poll(() => isFocusVisible(page), { message: stopName, interval: 20 }).toBe(true);
    if (await hasFocus(target)) return;
  }
  throw new Error('Tab never reached the target.');
}
