/** `npm run bench -- scroll`: scrolls 20 batches of 100 images, in the history and in the Library, and a job of 1,000 pictures. */
import { launchBrowser } from '../support/launch-browser.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { fillHistory } from './fill-history.ts';
import { measureScrolling } from './measure-scrolling.ts';
import { makeThousand } from './make-thousand.ts';
import { historyOf, jobOf, LIBRARY } from './scrolled-pages.ts';

const BATCHES = 20;

const artist = await signIn(newEmail());
const ids = await fillHistory(artist, BATCHES);
const browser = await launchBrowser();
try {
  for (const scrolled of [historyOf(ids), LIBRARY]) await measureScrolling(browser, artist, scrolled);
  const other = await signIn(newEmail());
  await measureScrolling(browser, other, jobOf(await makeThousand(other)));
} finally {
  await browser.close();
}
