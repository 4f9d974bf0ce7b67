import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Reads until two frames change nothing: what scripts lay out by the size of the viewport comes frames after it. */
export async function readSettled(page: Page, read: () => Promise<number>): Promise<number> {
  let last = await read();
  await expect
    .poll(async () => {
      const before = last;
      await page.evaluate(
        () => new Promise((run) => requestAnimationFrame(() => requestAnimationFrame(run))),
      );
      last = await read();
      return last - before;
    })
    .toBe(0);
  return last;
}
