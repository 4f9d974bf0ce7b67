import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { makePrompt } from '../support/generator.ts';
import {
  choose,
  eventually,
  findCard,
  findChoice,
  findGroup,
  findPrompt,
  findQuantity,
  GENERATOR_PAGE,
  openOptions,
  submit,
  waitForText,
} from '../support/generator-page.ts';
import { controlBatches, resetBatches, waitUntilEnded, waitUntilSent } from '../support/half-price.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

const LATER = 'Within 24 hours';

let artist: Account;
beforeEach(async () => {
  await setLatency(0);
  await controlBatches({ do: 'set', manual: true });
  artist = await signIn(newEmail());
});
afterEach(resetBatches);

async function fillIn(page: Page, prompt: string): Promise<void> {
  await choose(page, 'Quality', 'Low');
  await choose(page, 'Background', 'Opaque');
  await choose(page, 'Output format', 'JPEG');
  await findQuantity(page).fill('2');
  await findPrompt(page).fill(prompt);
}

const readSum = (page: Page) => page.getByRole('status', { name: 'Estimated cost' }).innerText();
const asArtist = () => ({ as: artist, path: GENERATOR_PAGE });

test('makes images within 24 hours for half the price', async () => {
  const prompt = makePrompt('a patient fox');
  await withPage(async (page) => {
    await fillIn(page, prompt);
    await eventually(() => readSum(page)).toContain('2 images × $0.01');
    await openOptions(page);
    await choose(page, 'Ready', LATER);
    await page.getByText('Files are kept for 3 days from the start, including the wait.').waitFor();
    await eventually(() => readSum(page)).toContain('2 images × $0.0055');
    const id = await submit(page);
    await waitUntilSent(id);
    const card = findCard(page, id);
    await waitForText(card, 'within 24 h');
    await card.getByText(/^Half price, ready by .+ at the latest$/).waitFor();
    expect(await countCalls(prompt)).toMatchObject({ paid: 0 });

    await controlBatches({ do: 'advance' });
    await waitUntilEnded(id);
    await waitForCaches();
    await page.reload();
    await waitForText(card, '2/2 completed');
    // What the result's usage costs, halved.
    await card.getByText('Cost $0.0082, estimated $0.01').waitFor();
    expect(await countCalls(prompt)).toMatchObject({ paid: 2 });
    // Chosen for one batch only.
    await eventually(() => findChoice(page, 'Ready', 'Now').isChecked()).toBe(true);
    await choose(page, 'Ready', LATER);
    await findGroup(page, 'Ready').locator('..').getByText('You saved $0.0082 this month.').waitFor();
  }, asArtist());
});
