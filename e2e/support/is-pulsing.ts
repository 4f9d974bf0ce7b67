import type { Locator } from 'playwright-core';

/** Whether the box is animated all the time, for people who have not asked for less motion. */
export async function isPulsing(box: Locator): Promise<boolean> {
  await box.page().emulateMedia({ reducedMotion: 'no-preference' });
  const count = await box.evaluate((element) => getComputedStyle(element).animationIterationCount);
  await box.page().emulateMedia({ reducedMotion: 'reduce' });
  return count === 'infinite';
}
