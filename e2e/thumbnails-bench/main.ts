/** `npm run bench -- thumbnails`: opens a finished batch of 100 images with its thumbnails all on screen. */
import { launchBrowser } from '../support/launch-browser.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { fillHistory } from '../scroll-bench/fill-history.ts';
import { openBatch, openHistory, type Opened } from './open-batch.ts';

const ROUNDS = 5;

const print = (name: string, text: string) => process.stdout.write(`${name.padEnd(44)} ${text}\n`);

function report(name: string, goalMs: number, rounds: readonly Opened[]): void {
  const sorted = rounds.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const sum = (read: (opened: Opened) => number) => rounds.reduce((total, each) => total + read(each), 0);
  const longest = Math.max(...rounds.map(({ longestTaskMs }) => longestTaskMs));
  print(
    name,
    `${median.toFixed(0)} ms of ${sorted.length} the median (goal ${goalMs} ms), ${sorted.map((ms) => ms.toFixed(0)).join(', ')}; ` +
      `each ${sum(({ visible }) => visible) / rounds.length} on screen, ${sum(({ requests }) => requests) / rounds.length} requests, ${sum(({ cached }) => cached) / rounds.length} from cache; ` +
      `${sum(({ limited }) => limited)} got 429; longest task ${longest.toFixed(0)} ms`,
  );
}

const artist = await signIn(newEmail());
const [id = ''] = await fillHistory(artist, 1);
const browser = await launchBrowser();
const cold: Opened[] = [];
const cached: Opened[] = [];
const again: Opened[] = [];
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openHistory(browser, artist, id);
    cold.push(await openBatch(page, id));
    again.push(await openBatch(page, id));
    await page.reload();
    cached.push(await openBatch(page, id));
    await page.context().close();
  }
} finally {
  await browser.close();
}
report('100 thumbnails, nothing loaded yet', 1500, cold);
report('100 thumbnails, after a reload', 300, cached);
report('100 thumbnails, opened again', 300, again);
