/** `npm run bench -- scroll`: scrolls a history of 20 batches of 100 images at speed, to the end and back. */
import { launchBrowser } from '../support/launch-browser.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { fillHistory } from './fill-history.ts';
import { measureScrolling } from './measure-scrolling.ts';

const BATCHES = 20;

const artist = await signIn(newEmail());
const ids = await fillHistory(artist, BATCHES);
const browser = await launchBrowser();
try {
  await measureScrolling(browser, artist, ids);
} finally {
  await browser.close();
}
