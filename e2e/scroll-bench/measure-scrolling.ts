import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import type { Account } from '../support/accounts.ts';
import { GENERATOR_PAGE } from '../support/generator-page.ts';
import { DESKTOP, openContext } from '../support/launch-browser.ts';
import { makeSession } from '../support/sessions.ts';
import { countRequests } from './count-requests.ts';
import { scrollSteadily, type Scroll } from './scroll-steadily.ts';
import { countShown, expandAll } from './show-all.ts';

/** A fast flick: from end to end in a few seconds. */
const FAST_PX_PER_SECOND = 6000;
const READING_PX_PER_SECOND = 800;
const MAX_FRAME_MS = 34;
const TIMEOUT_MS = 120_000;
const BUILD = join(import.meta.dirname, '../../.build');
const TRACE_FILE = 'scroll-trace.json.gz';
const TRACE_CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
  'loading',
  'v8.execute',
];

const print = (name: string, text: string) => process.stdout.write(`${name.padEnd(44)} ${text}\n`);

/** Prints lengths of frames by requestAnimationFrame, and writes a trace for DevTools. */
export async function measureScrolling(
  browser: Browser,
  artist: Account,
  ids: readonly string[],
): Promise<void> {
  await withHistory(browser, artist, ids, async (page) => {
    const requests = countRequests(page);
    const report = (name: string, frames: readonly number[]) =>
      print(name, `${describeFrames(frames)}; ${requests.describe()}`);
    report('At speed, nothing loaded yet', await scrollThereAndBack(page, FAST_PX_PER_SECOND));
    report('At reading speed', await scroll(page, { to: 'end', speed: READING_PX_PER_SECOND }));
    const { shown, failed } = await countShown(page, ids);
    print('Pictures', `${shown} shown, ${failed} failed to load (goal 0); ${requests.describe()}`);
    await page.evaluate(() => window.scrollTo(0, 0));
    report('At speed, all loaded', await scrollThereAndBack(page, FAST_PX_PER_SECOND));
  });
  await withHistory(browser, artist, ids, async (page) => {
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const frames = await scrollThereAndBack(page, FAST_PX_PER_SECOND);
    frames.push(...(await scroll(page, { to: 'end', speed: READING_PX_PER_SECOND })));
    mkdirSync(BUILD, { recursive: true });
    writeFileSync(join(BUILD, TRACE_FILE), gzipSync(await browser.stopTracing()));
    print('Both again with a trace', `${describeFrames(frames)}; .build/${TRACE_FILE}`);
  });
}

/** Opens the history in a browser without a cache. */
async function withHistory(
  browser: Browser,
  artist: Account,
  ids: readonly string[],
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await openContext(browser, { viewport: DESKTOP, storageState: makeSession(artist) });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(GENERATOR_PAGE);
  await expandAll(page, ids);
  await run(page);
  await context.close();
}

const scroll = (page: Page, options: Scroll): Promise<number[]> => page.evaluate(scrollSteadily, options);

const scrollThereAndBack = async (page: Page, speed: number): Promise<number[]> => [
  ...(await scroll(page, { to: 'end', speed })),
  ...(await scroll(page, { to: 'start', speed })),
];

function describeFrames(frames: readonly number[]): string {
  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(0);
  const slow = sorted.filter((ms) => ms > MAX_FRAME_MS).length;
  return `${sorted.length} frames, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (goal ${MAX_FRAME_MS}), max ${at(1)} ms, ${slow} slower than ${MAX_FRAME_MS} ms`;
}
