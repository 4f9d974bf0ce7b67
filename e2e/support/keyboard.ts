import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const MOST_STOPS = 40;

export const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/**
 * Whether one sees where the focus is: an outline of the element or of what stands around an unseen one (a choice, the
 * thumb of a slider) or of what it is held by, or for a field its border in the accent or a ring within it.
 */
const isFocusSeen = (page: Page) =>
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
    const isUnseen = active.matches('input');
    if (active.matches('[role=slider]') && isOutlined(active.firstElementChild)) return true;
    const isRinged = (element: Element | null) =>
      element !== null && getComputedStyle(element).boxShadow.includes('inset');
    if (active.matches('textarea, input') && (isRinged(active) || isRinged(around))) return true;
    return (
      isOutlined(active) || (isUnseen && (isOutlined(around) || isOutlined(around?.parentElement ?? null)))
    );
  });

/** Tab after Tab, with a focus that can be seen at every stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const stopName = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160));
    expect(await isFocusSeen(page), stopName).toBe(true);
    if (await hasFocus(target)) return;
  }
  throw new Error('Tab never came there.');
}
