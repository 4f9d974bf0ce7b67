/**
 * `npm run bench -- lighthouse`: Lighthouse's performance scores of the built portal, with a cold HTTP cache and Lighthouse's own
 * simulated throttling. Unlike Firebase Hosting, which serves HTTP/2 from a CDN, the pages come over HTTP/1.1, with its six
 * connections, so each file costs more here.
 */
import lighthouse, { desktopConfig } from 'lighthouse';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBrowser } from '@portal/test-programs/browser';
import { launch, type Browser } from 'puppeteer-core';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
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
const pageNames = PAGES.map(({ name }) => name);
type Preset = 'mobile' | 'desktop';
const PRESETS: readonly Preset[] = ['mobile', 'desktop'];
const SHOWN = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  SI: 'speed-index',
  TBT: 'total-blocking-time',
  scripts: 'bootup-time',
};
const IMAGES = 4;

const RequestsSchema = z.object({
  items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number().default(0) })),
});

interface Sample {
  score: number;
  text: string;
}

/** Opens the page with an empty HTTP cache. Lighthouse leaves IndexedDB, and so the session, alone. */
async function runLighthouse(browser: Browser, url: string, preset: Preset): Promise<Sample> {
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
    const { audits, categories, finalDisplayedUrl } = result.lhr;
    if (finalDisplayedUrl !== url) throw new Error(`The page went to ${finalDisplayedUrl}.`);
    const { items } = RequestsSchema.parse(audits['network-requests']?.details);
    const bytes = items
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
    const times = Object.entries(SHOWN).map(
      ([name, audit]) => `${name} ${(audits[audit]?.numericValue ?? Number.NaN).toFixed(0)}`,
    );
    const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
    return {
      score: Math.round((categories['performance']?.score ?? 0) * 100),
      text: `${times.join(', ')} ms, CLS ${shift.toFixed(3)}, JavaScript ${(bytes / 1000).toFixed(0)} kB`,
    };
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

const BatchesSchema = z.object({ batches: z.array(z.object({ status: z.string() })) });

/** Gives the account a history with one batch. */
async function makeHistory(as: Account): Promise<void> {
  await setLatency(0);
  const body = {
    provider: 'stability',
    model: 'sd3.5-medium',
    version: 'medium',
    prompt: 'a measured lighthouse',
    quantity: IMAGES,
    stylePreset: 'photographic',
    aspectRatio: '1:1',
    outputFormat: 'jpeg',
  };
  const { status } = await callApi('POST', '/api/image-generator/generate', { as, body });
  if (status !== 202) throw new Error(`The batch was answered with ${status}.`);
  for (;;) {
    const { batches } = BatchesSchema.parse(
      (await callApi('GET', '/api/image-generator/batches', { as })).body,
    );
    if (batches.length > 0 && batches.every((batch) => batch.status === 'completed')) return;
    await sleep(250);
  }
}

/** Names of pages and presets; all of them by default. */
const asked = new Set(process.argv.slice(2));
const isAsked = (name: string, names: readonly string[]): boolean =>
  asked.has(name) || !names.some((each) => asked.has(each));
const account = await signIn(newEmail());
await makeHistory(account);
const proxy = await startCompressingProxy();
try {
  for (const { name, path, isSignedIn, goal } of PAGES) {
    if (!isAsked(name, pageNames)) continue;
    for (const preset of PRESETS) {
      if (!isAsked(preset, PRESETS)) continue;
      const samples: Sample[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const browser = await launch({
          ...(await findBrowser()),
          args: [...BROWSER_ARGS, '--no-sandbox'],
          headless: 'shell',
        });
        try {
          if (isSignedIn) await restoreSession(browser, proxy.url + path, account);
          samples.push(await runLighthouse(browser, proxy.url + path, preset));
        } finally {
          await browser.close();
        }
      }
      samples.sort((one, other) => one.score - other.score);
      const median = samples[Math.floor(RUNS / 2)];
      const scores = samples.map(({ score }) => score).join(', ');
      process.stdout.write(
        `${`${name}, ${preset}`.padEnd(20)} ${median?.score} (goal ${goal[preset]}; ${scores}): ${median?.text}\n`,
      );
    }
  }
} finally {
  proxy.stop();
}
