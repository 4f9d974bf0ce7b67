/** `npm run bench -- upload`: uploads 100 files of 5 MB through the page and by plain requests. */
import { randomFillSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { DESKTOP, launchBrowser, openContext } from '../support/launch-browser.ts';
import { openFolder, putUpload } from '../support/send-pictures.ts';
import { makeSession } from '../support/sessions.ts';
import { choosePaths, findRows, waitForCount } from '../support/uploads-page.ts';
import { findProcess, UPSCALE_CALL, UPSCALE_PAGE } from '../support/upscale-page.ts';

const FILES = 100;
const AT_ONCE = 6;
/** An uncompressed PNG of 5 MB. */
const SIDE = 1322;
const TIMEOUT_MS = 600_000;

async function drawFiles(folder: string): Promise<string[]> {
  const noise = randomFillSync(Buffer.alloc(SIDE * SIDE * 3 + FILES));
  const paths: string[] = [];
  for (let index = 0; index < FILES; index += 1) {
    const path = join(folder, `noise ${index}.png`);
    const raw = { width: SIDE, height: SIDE, channels: 3 } as const;
    await sharp(noise.subarray(index, index + SIDE * SIDE * 3), { raw })
      .png({ compressionLevel: 0 })
      .toFile(path);
    paths.push(path);
  }
  return paths;
}

/** Seconds for one request per file, with the page's concurrency. */
async function uploadPlainly(as: Account, paths: readonly string[]): Promise<number> {
  const { folder, fileIds } = await openFolder(
    as,
    paths.map((path) => ({ bytes: statSync(path).size })),
  );
  const waiting = [...paths.entries()];
  const startedAt = performance.now();
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, path] = next;
      const status = await putUpload(as, folder, fileIds[index] ?? '', { bytes: readFileSync(path) });
      if (status !== 200) throw new Error(`A plain upload was answered with ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (performance.now() - startedAt) / 1000;
}

/** Seconds from the click to the API call. */
async function uploadByPage(browser: Browser, as: Account, paths: readonly string[]): Promise<number> {
  const context = await openContext(browser, { viewport: DESKTOP, storageState: makeSession(as) });
  const page = await context.newPage();
  await page.goto(UPSCALE_PAGE);
  await choosePaths(page, paths);
  await waitForCount(page, FILES);
  await findRows(page).locator('img').nth(4).waitFor();
  const startRequest = page.waitForRequest(`**${UPSCALE_CALL}`, { timeout: TIMEOUT_MS });
  const startedAt = performance.now();
  await findProcess(page).click();
  await startRequest;
  const seconds = (performance.now() - startedAt) / 1000;
  await context.close();
  return seconds;
}

const folder = mkdtempSync(join(tmpdir(), 'portal-upload-bench-'));
const browser = await launchBrowser();
try {
  const paths = await drawFiles(folder);
  const artist = await signIn(newEmail());
  await uploadPlainly(artist, paths.slice(0, AT_ONCE));
  const plain = await uploadPlainly(artist, paths);
  const byPage = await uploadByPage(browser, artist, paths);
  process.stdout.write(
    `${FILES} files of 5 MB through the page: ${byPage.toFixed(1)} s, plainly ${plain.toFixed(1)} s, x${(byPage / plain).toFixed(2)} (goal x1.3)\n`,
  );
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
