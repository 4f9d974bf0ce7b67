import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import type { Account } from '../support/accounts.ts';
import { DESKTOP, openContext } from '../support/launch-browser.ts';
import { makeSession } from '../support/sessions.ts';
import { countRequests } from './count-requests.ts';
import { readMainThread } from './read-main-thread.ts';
import type { ScrolledPage } from './scrolled-pages.ts';
import { scrollSteadily, type Scroll } from './scroll-steadily.ts';
import { watchCores } from './watch-cores.ts';

/** A fast flick: from end to end in a few seconds. */
const FAST_PX_PER_SECOND = 6000;
const READING_PX_PER_SECOND = 800;
const MAX_FRAME_MS = 34;
const TIMEOUT_MS = 120_000;
const BUILD = join(import.meta.dirname, '../../.build');
const TRACE_CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
  'loading',
  'v8.execute',
];

const print = (name: string, text: string) => process.stdout.write(`${name.padEnd(44)} ${text}\n`);

/** Prints lengths of frames by requestAnimationFrame and what the main thread did, and writes a trace for DevTools. */
export async function measureScrolling(
  browser: Browser,
  artist: Account,
  scrolled: ScrolledPage,
): Promise<void> {
  print(scrolled.title, `of ${scrolled.pictures.toLocaleString('en')} pictures`);
  await withPictures(browser, artist, scrolled, async (page) => {
    const requests = countRequests(page);
    const report = async (name: string, measure: () => Promise<readonly number[]>) => {
      const describeCores = watchCores();
      const frames = describeFrames(await measure());
      print(name, `${frames}; ${describeCores()}; ${requests.describe()}`);
    };
    await report('At speed, nothing loaded yet', () => scrollThereAndBack(page, FAST_PX_PER_SECOND));
    await report('At reading speed, nothing loaded yet', () => readToEnd(page));
    const { shown, failed } = await scrolled.countShown(page);
    print('Pictures', `${shown} shown, ${failed} failed to load (goal 0); ${requests.describe()}`);
    await page.evaluate(() => window.scrollTo(0, 0));
    await report('At speed, all loaded', () => scrollThereAndBack(page, FAST_PX_PER_SECOND));
    await page.evaluate(() => window.scrollTo(0, 0));
    await report('At reading speed, all loaded', () => readToEnd(page));
  });
  await withPictures(browser, artist, scrolled, async (page) => {
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const frames = await scrollThereAndBack(page, FAST_PX_PER_SECOND);
    frames.push(...(await readToEnd(page)));
    const trace = await browser.stopTracing();
    const file = `scroll-${scrolled.title.toLowerCase()}.json.gz`;
    mkdirSync(BUILD, { recursive: true });
    writeFileSync(join(BUILD, file), gzipSync(trace));
    print('Both again with a trace', `${describeFrames(frames)}; .build/${file}`);
    const { cpu, elapsed, longCpu, longElapsed } = readMainThread(trace);
    print('  main thread, CPU time', `${describeTimes(cpu)} a frame, ${longCpu} tasks over 50 ms`);
    print(
      '  main thread, elapsed time',
      `${describeTimes(elapsed)} a frame, ${longElapsed} tasks over 50 ms`,
    );
  });
}

/** Opens the page in a browser without a cache. */
async function withPictures(
  browser: Browser,
  artist: Account,
  { path, prepare }: ScrolledPage,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await openContext(browser, { viewport: DESKTOP, storageState: makeSession(artist) });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(path);
  await prepare(page);
  await run(page);
  await context.close();
}

const scroll = (page: Page, options: Scroll): Promise<number[]> => page.evaluate(scrollSteadily, options);

const readToEnd = (page: Page) => scroll(page, { to: 'end', speed: READING_PX_PER_SECOND });

const scrollThereAndBack = async (page: Page, speed: number): Promise<number[]> => [
  ...(await scroll(page, { to: 'end', speed })),
  ...(await scroll(page, { to: 'start', speed })),
];

function describeFrames(frames: readonly number[]): string {
  const slow = frames.filter((ms) => ms > MAX_FRAME_MS).length;
  return `${frames.length} frames, ${describeTimes(frames)} (p95 goal ${MAX_FRAME_MS}), ${slow} slower than ${MAX_FRAME_MS} ms`;
}

function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`;
}
