/** `npm run bench -- scroll`: scrolls 20 batches of 100 images, in the history and in the Library. */
import { launchBrowser } from '../support/launch-browser.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { fillHistory } from './fill-history.ts';
import { measureScrolling } from './measure-scrolling.ts';
import { historyOf, LIBRARY } from './scrolled-pages.ts';

const BATCHES = 20;

const artist = await signIn(newEmail());
const ids = await fillHistory(artist, BATCHES);
const browser = await launchBrowser();
try {
  for (const scrolled of [historyOf(ids), LIBRARY]) await measureScrolling(browser, artist, scrolled);
} finally {
  await browser.close();
}
