import type { Locator, Page } from 'playwright-core';

export interface InputTime {
  /** Until the next frame, rounded to 8 ms by the browser; 0 if it is less than 16. */
  duration: number;
  /** Of event handlers alone. The rest is layout, painting and waiting. */
  code: number;
}

declare global {
  var inputs: InputTime[];
  interface PerformanceObserverInit {
    durationThreshold?: number;
  }
}

/** By the Event Timing API (https://w3c.github.io/event-timing). */
export const recordInteractions = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.inputs = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry instanceof PerformanceEventTiming && entry.interactionId !== 0)
          globalThis.inputs.push({
            duration: entry.duration,
            code: entry.processingEnd - entry.processingStart,
          });
      }
    }).observe({ type: 'event', durationThreshold: 16 });
  });

/** Until dialogs have opened or closed, and the browser has reported the input. */
export const SETTLED_MS = 700;

export async function timeInput(page: Page, act: () => Promise<void>): Promise<InputTime> {
  await page.evaluate(() => {
    globalThis.inputs = [];
  });
  await act();
  await page.waitForTimeout(SETTLED_MS);
  const inputs = await page.evaluate(() => globalThis.inputs);
  return {
    duration: Math.max(0, ...inputs.map(({ duration }) => duration)),
    code: Math.max(0, ...inputs.map(({ code }) => code)),
  };
}

export const nameOf = (button: Locator): Promise<string> =>
  button.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent.trim());
