/**
 * `npm run bench -- lighthouse`: Lighthouse's performance scores of the built portal, with a cold HTTP cache and Lighthouse's own
 * simulated throttling. Unlike Firebase Hosting, which serves HTTP/2 from a CDN, the pages come over HTTP/1.1, with its six
 * connections, so each file costs more here.
 */
import lighthouse, { desktopConfig } from 'lighthouse';
import { findBrowser } from '@portal/test-programs/browser';
import { launch, type Browser } from 'puppeteer-core';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { BROWSER_ARGS } from '../support/launch-browser.ts';
import { setLatency } from '../support/sandbox.ts';
import { makeAuthRecord } from '../support/sessions.ts';
import { startCompressingProxy } from './compressing-proxy.ts';

const RUNS = 3;
const PAGES = [
  { name: 'sign-in', path: '/', isSignedIn: false, goal: { mobile: 85, desktop: 98 } },
  { name: 'home', path: '/', isSignedIn: true, goal: { mobile: 85, desktop: 98 } },
  {
    name: 'generator',
    path: '/tools/bulk-image-generator',
    isSignedIn: true,
    goal: { mobile: 80, desktop: 98 },
  },
];
type Preset = 'mobile' | 'desktop';
const PRESETS: readonly Preset[] = ['mobile', 'desktop'];

/** Opens the page with an empty HTTP cache. Lighthouse leaves IndexedDB, and so the session, alone. */
async function runLighthouse(browser: Browser, url: string, preset: Preset): Promise<number> {
  const page = await browser.newPage();
  try {
    const result = await lighthouse(
      url,
      { onlyCategories: ['performance'], logLevel: 'error' },
      preset === 'desktop' ? desktopConfig : undefined,
      page,
    );
    if (!result || result.lhr.runtimeError)
      throw new Error(result?.lhr.runtimeError?.message ?? 'No result.');
    const { categories, finalDisplayedUrl } = result.lhr;
    if (finalDisplayedUrl !== url) throw new Error(`The page went to ${finalDisplayedUrl}.`);
    return Math.round((categories['performance']?.score ?? 0) * 100);
  } finally {
    await page.close();
  }
}

/** Signs in as an account, and opens home and the page once, as anyone who returns has done. */
async function restoreSession(browser: Browser, url: string, as: Account): Promise<void> {
  const { origin } = new URL(url);
  const page = await browser.newPage();
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate(async ({ name, version, store, value }) => {
    localStorage.setItem('signed-in', 'true');
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, version);
      opening.addEventListener('error', () => reject(new Error('The session could not be stored.')));
      opening.addEventListener('upgradeneeded', () => {
        opening.result.createObjectStore(store.name, { keyPath: store.keyPath }).put(value);
      });
      opening.addEventListener('success', () => {
        opening.result.close();
        resolve();
      });
    });
  }, makeAuthRecord(as));
  await page.goto(origin);
  await page.waitForSelector('::-p-text(Launch)');
  await page.goto(url);
  await page.waitForFunction(
    (path) => localStorage.getItem('headings')?.includes(`"${path}":`) === true,
    {},
    new URL(url).pathname,
  );
  await page.close();
}

/** Names of pages and presets; all of them by default. */
const asked = new Set(process.argv.slice(2));
const isAsked = (name: string, names: readonly string[]): boolean =>
  asked.has(name) || !names.some((each) => asked.has(each));
const account = await signIn(newEmail());
// A history with one batch.
await setLatency(0);
await waitForBatch(account, await startBatch(account, makeRequest('stability', { quantity: 4 })));
const proxy = await startCompressingProxy();
try {
  for (const { name, path, isSignedIn, goal } of PAGES) {
    for (const preset of PRESETS) {
      if (
        !isAsked(
          name,
          PAGES.map((page) => page.name),
        ) ||
        !isAsked(preset, PRESETS)
      )
        continue;
      const scores: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const browser = await launch({
          ...(await findBrowser()),
          args: [...BROWSER_ARGS, '--no-sandbox'],
          headless: 'shell',
        });
        try {
          if (isSignedIn) await restoreSession(browser, proxy.url + path, account);
          scores.push(await runLighthouse(browser, proxy.url + path, preset));
        } finally {
          await browser.close();
        }
      }
      scores.sort((one, other) => one - other);
      process.stdout.write(
        `${`${name}, ${preset}`.padEnd(20)} ${scores[Math.floor(RUNS / 2)]} (goal ${goal[preset]}; ${scores.join(', ')})\n`,
      );
    }
  }
} finally {
  proxy.stop();
}
