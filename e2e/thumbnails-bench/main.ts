/** `npm run bench -- thumbnails`: opens a finished batch of 100 images with its thumbnails all on screen. */
import { launchBrowser } from '../support/launch-browser.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { fillHistory } from '../scroll-bench/fill-history.ts';
import { openBatch, openHistory, type Opened } from './open-batch.ts';

const ROUNDS = 5;

function report(name: string, goalMs: number, rounds: readonly Opened[]): void {
  const times = rounds.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const limited = rounds.reduce((sum, each) => sum + each.limited, 0);
  process.stdout.write(
    `${name.padEnd(44)} ${times[Math.floor(ROUNDS / 2)]?.toFixed(0)} ms (goal ${goalMs} ms), the median of ${times.map((ms) => ms.toFixed(0)).join(', ')}; ${limited} got 429\n`,
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
