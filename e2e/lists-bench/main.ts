/** `npm run bench -- lists`: what a page polls while one batch runs beside a full history, and what that costs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { generatorCalls } from '@portal/contracts/image-generator';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { makeRequest, startBatch } from '../support/generator.ts';
import { BATCHES_CALL, findCard, findHistory, GENERATOR_PAGE } from '../support/generator-page.ts';
import { DESKTOP, launchBrowser, openContext } from '../support/launch-browser.ts';
import { drawPicture } from '../support/pictures.ts';
import { addFaults, clearFaults, setLatency } from '../support/sandbox.ts';
import { makeSession } from '../support/sessions.ts';
import { BATCHES, changeAll, fillHistory } from './fill-history.ts';

const IMAGES = 100;
const FEW_IMAGES = 8;
const POLL_MS = 800;
/** Changes this old are not read again. */
const SETTLED_AFTER_MS = 6000;
const PROVIDER_MS = 2000;
const WATCHED_MS = 16_000;
const ROUNDS = 12;
const SIZE = `${BATCHES} x ${IMAGES}`;

const print = (name: string, text: string) => process.stdout.write(`${name.padEnd(44)} ${text}\n`);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

async function get(as: Account, path: string, etag?: string) {
  const startedAt = performance.now();
  const answer = await fetch(new URL(path, config.portalUrl), {
    headers: { authorization: `Bearer ${as.token}`, ...(etag !== undefined && { 'if-none-match': etag }) },
  });
  const body = await answer.text();
  if (!answer.ok && answer.status !== 304) throw new Error(`${path} answered ${answer.status}: ${body}`);
  return { body, etag: answer.headers.get('etag') ?? '', ms: performance.now() - startedAt };
}

const pollChanges = (as: Account, etag: string) =>
  get(as, `${generatorCalls.changes.path}?since=${encodeURIComponent(etag)}`, etag);

async function readUsage() {
  const url = `http://${config.firestoreAddress}/emulator/v1/projects/${config.projectId}:usage`;
  return z.object({ reads: z.number() }).parse(await (await fetch(url)).json());
}

const start = (as: Account, quantity = IMAGES) => startBatch(as, makeRequest('stability', { quantity }));

/** Polls as a page does until the batch has ended. */
async function measurePolls(as: Account): Promise<void> {
  let { etag } = await get(as, BATCHES_CALL);
  const before = await readUsage();
  const id = await start(as);
  const sizes: { raw: number; gzipped: number }[] = [];
  let polls = 0;
  for (let hasEnded = false; !hasEnded;) {
    await sleep(POLL_MS);
    const answer = await pollChanges(as, etag);
    polls += 1;
    etag = answer.etag;
    if (answer.body === '') continue;
    sizes.push({ raw: answer.body.length, gzipped: gzipSync(answer.body).length });
    const { changed } = generatorCalls.changes.response.parse(JSON.parse(answer.body));
    hasEnded = changed.some((batch) => batch.id === id && batch.endedAt !== null);
  }
  const after = await readUsage();
  const describe = (values: readonly number[]) => kilobytes(sum(values) / values.length);
  print(
    `A poll with changes, beside ${SIZE} images`,
    `${describe(sizes.map(({ raw }) => raw))}, gzipped ${describe(sizes.map(({ gzipped }) => gzipped))} (goal 5 kB)`,
  );
  print(
    'Firestore per image with a watcher',
    `${((after.reads - before.reads) / IMAGES).toFixed(2)} reads (goal 4); ${polls} polls, ${sizes.length} with changes`,
  );
}

async function measureAllChanged(as: Account, images: number): Promise<void> {
  const changes: number[] = [];
  let { etag } = await get(as, BATCHES_CALL);
  for (let round = 0; round < ROUNDS; round += 1) {
    await changeAll(as.uid);
    const answer = await pollChanges(as, etag);
    etag = answer.etag;
    changes.push(answer.ms);
  }
  print(
    `All ${BATCHES} batches of ${images} changed`,
    `p50 ${percentile(changes, 0.5).toFixed(0)} ms, p95 ${percentile(changes, 0.95).toFixed(0)} ms (goal 200 ms)`,
  );
}

async function openPage(browser: Browser, as: Account, path: string): Promise<Page> {
  const context = await openContext(browser, {
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    storageState: makeSession(as),
  });
  const page = await context.newPage();
  const thumbnail = await drawPicture({ format: 'webp' });
  // Only the images of running batches exist.
  await page.route(`**${BATCHES_CALL}/${as.uid}*/images/*/thumbnail`, (route) =>
    route.fulfill({ contentType: 'image/webp', body: thumbnail }),
  );
  await page.goto(path);
  return page;
}

/** From the click on the tool to the first cards. */
async function measureFirstHistory(browser: Browser, as: Account): Promise<void> {
  const samples: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const page = await openPage(browser, as, '/');
    const link = page.locator(`a[href="${GENERATOR_PAGE}"]`).first();
    await link.waitFor();
    await page.waitForLoadState('networkidle');
    const startedAt = performance.now();
    await link.click();
    await findHistory(page).locator('[id^="batch-"]').first().waitFor();
    samples.push(performance.now() - startedAt);
    await page.context().close();
  }
  print(
    `First history of ${SIZE}`,
    `${percentile(samples, 0.5).toFixed(0)} ms from the click, of ${samples.length} the median (goal 1000 ms)`,
  );
}

/** The share of the main thread that a page takes while a batch runs. */
async function measureMainThread(browser: Browser, as: Account): Promise<void> {
  const id = await start(as);
  const page = await openPage(browser, as, GENERATOR_PAGE);
  await findCard(page, id).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  await sleep(2 * POLL_MS);
  const before = await readSeconds();
  await sleep(WATCHED_MS);
  const share = ((await readSeconds()) - before) / (WATCHED_MS / 1000);
  await page.context().close();
  print('Main thread of a page that polls', `${(share * 100).toFixed(1)}% (goal 3%)`);
}

const browser = await launchBrowser();
try {
  await setLatency(0);
  await addFaults({ provider: 'stability', fault: { kind: 'slow', ms: PROVIDER_MS } });
  const artist = await signIn(newEmail());
  const other = await signIn(newEmail());
  await fillHistory(artist.uid, IMAGES);
  await fillHistory(other.uid, FEW_IMAGES);
  // Starts the workers.
  await start(other, 10);
  await sleep(SETTLED_AFTER_MS);
  await measurePolls(artist);
  await measureAllChanged(other, FEW_IMAGES);
  await measureAllChanged(artist, IMAGES);
  await measureFirstHistory(browser, artist);
  await measureMainThread(browser, artist);
} finally {
  await clearFaults();
  await browser.close();
}
