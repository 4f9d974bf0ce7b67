import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import type { Account } from '../support/accounts.ts';
import { DESKTOP, openContext } from '../support/launch-browser.ts';
import { makeSession } from '../support/sessions.ts';

/** A fast flick: from end to end in a few seconds. */
const FAST_PX_PER_SECOND = 6000;
const READING_PX_PER_SECOND = 800;
const TIMEOUT_MS = 120_000;
const THUMBNAIL = /\/images\/\d+\/thumbnail$/;

interface ScrolledPage {
  title: string;
  path: string;
  /** Selects the pictures. */
  cells: string;
  /** Waits for the pictures, at the top of the page. */
  prepare: (page: Page) => Promise<void>;
}

/** Prints the lengths of frames by requestAnimationFrame, the pictures that failed, and the longest task of the main thread. */
export async function measureScrolling(
  browser: Browser,
  artist: Account,
  { title, path, cells, prepare }: ScrolledPage,
): Promise<void> {
  const context = await openContext(browser, { viewport: DESKTOP, storageState: makeSession(artist) });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  let limited = 0;
  page.on('response', (response) => {
    if (THUMBNAIL.test(response.url()) && response.status() === 429) limited += 1;
  });
  await page.goto(path);
  await prepare(page);
  const print = (name: string, text: string) =>
    process.stdout.write(`${`${title}: ${name}`.padEnd(44)} ${text}\n`);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  print('p95 frame at speed', describe(await scroll(page, 'end', FAST_PX_PER_SECOND)));
  await scroll(page, 'start', FAST_PX_PER_SECOND);
  print('p95 frame at reading speed', describe(await scroll(page, 'end', READING_PX_PER_SECOND)));
  const trace = await browser.stopTracing();
  print('longest task, CPU time', `${findLongestTask(trace).toFixed(0)} ms (goal 50)`);
  const { shown, failed } = await page.evaluate(countPictures, cells);
  print('pictures', `${shown} shown, ${failed} failed (goal 0), ${limited} responses with 429 (goal 0)`);
  await context.close();
}

const scroll = (page: Page, to: 'start' | 'end', speed: number): Promise<number[]> =>
  page.evaluate(scrollSteadily, { to, speed });

function describe(frames: readonly number[]): string {
  const p95 = frames.toSorted((one, other) => one - other)[Math.ceil(frames.length * 0.95) - 1];
  return `${p95?.toFixed(0)} ms (goal 34) of ${frames.length} frames`;
}

/** Runs in the page. Scrolls at a steady speed, in pixels per second. Returns the length of each frame in milliseconds. */
async function scrollSteadily({ to, speed }: { to: 'start' | 'end'; speed: number }): Promise<number[]> {
  const frames: number[] = [];
  const nextFrame = () => new Promise<number>(requestAnimationFrame);
  let last = await nextFrame();
  const isOver = () =>
    to === 'start'
      ? scrollY <= 0
      : scrollY >= document.documentElement.scrollHeight - document.documentElement.clientHeight - 1;
  while (!isOver()) {
    const now = await nextFrame();
    frames.push(now - last);
    window.scrollBy(0, (to === 'start' ? -1 : 1) * speed * ((now - last) / 1000));
    last = now;
  }
  return frames;
}

const TraceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** CPU time in microseconds. */
      tdur: z.number().default(0),
    }),
  ),
});

/** Milliseconds of the page's main thread: the one with animation frames. */
function findLongestTask(trace: Buffer): number {
  const { traceEvents } = TraceSchema.parse(JSON.parse(trace.toString()));
  const frame = traceEvents.find(({ name }) => name === 'FireAnimationFrame');
  const times = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === frame?.pid && tid === frame.tid)
    .map(({ tdur }) => tdur / 1000);
  return times.reduce((longest, each) => Math.max(longest, each), 0);
}

/** Runs in the page. Scrolls to each picture until it has loaded or failed. */
async function countPictures(selector: string): Promise<{ shown: number; failed: number }> {
  const shown = new Set<string>();
  const failed = new Set<string>();
  const nextFrame = () => new Promise(requestAnimationFrame);
  const isVisible = (cell: Element) => {
    const { top, bottom } = cell.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const { documentElement } = document;
  for (let top = 0; top < documentElement.scrollHeight; top += innerHeight / 2) {
    window.scrollTo(0, top);
    await nextFrame();
    await nextFrame();
    const giveUpAt = Date.now() + 30_000;
    for (const cell of [...document.querySelectorAll(selector)].filter(isVisible)) {
      const find = () => cell.querySelector('img');
      while (find()?.complete !== true && !cell.querySelector('[role=img]') && Date.now() < giveUpAt)
        await nextFrame();
      const key = `${cell.closest('[id]')?.id} ${cell.getAttribute('aria-label')}`;
      ((find()?.naturalWidth ?? 0) > 0 ? shown : failed).add(key);
    }
  }
  return { shown: shown.size, failed: failed.size };
}
