/** What a screen reader says without being asked: changes of live regions. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { withPatterns } from './read-tree.ts';

declare global {
  interface Window {
    announcements: string[];
  }
}

/** Call it before the page opens. */
export const listenToAnnouncements = (page: Page): Promise<unknown> => page.addInitScript(listen);

/** Those since the last call, without texts that only repeat the one before. */
export const takeAnnouncements = async (page: Page): Promise<string[]> =>
  (await page.evaluate(() => window.announcements.splice(0))).map(withPatterns);

/** Since the last call. "Reading files…" is said only if it takes long enough to be drawn. */
export async function expectAnnounced(page: Page, ...texts: readonly string[]): Promise<void> {
  const said: string[] = [];
  await expect
    .poll(async () => {
      said.push(...(await takeAnnouncements(page)).filter((text) => text !== 'Reading files…'));
      return said.join(' | ');
    })
    .toBe(texts.join(' | '));
}

/** A batch is announced when it starts and when it ends. What is said in between depends on when the page asks. */
export async function expectAnnouncedBatch(
  page: Page,
  endName: string,
  count: number,
  startName = '(date)',
): Promise<void> {
  const said = (await takeAnnouncements(page)).filter((text) => /Queued|completed/.test(text));
  const starts = [
    `Queued - ${count} images`,
    ...Array.from({ length: count }, (_, done) => `${done}/${count} completed`),
  ];
  expect(starts.map((start) => `${startName}: ${start}.`)).toContain(said[0]);
  expect(said.at(-1)).toBe(`${endName}: ${count}/${count} completed, done.`);
}

/**
 * Runs in the page. A region announces what changes in it. One that is added with its text is announced only as an alert: most
 * screen readers ignore it otherwise.
 */
function listen(): void {
  const LIVE = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive], output';
  window.announcements = [];
  const note = (region: Element) => {
    const text = region.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (text !== '' && text !== window.announcements.at(-1)) window.announcements.push(text);
  };
  new MutationObserver((mutations) => {
    const added = new Set(mutations.flatMap(({ addedNodes }) => [...addedNodes]));
    const isNew = (region: Element) => [...added].some((node) => node.contains(region));
    const regions = new Set<Element>();
    for (const { target, addedNodes } of mutations) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      if (region && !isNew(region)) regions.add(region);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches('[role=alert]')) regions.add(node);
        for (const alert of node.querySelectorAll('[role=alert]')) regions.add(alert);
      }
    }
    for (const region of regions) if (region.isConnected) note(region);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
