import type { ItemOrigin } from '@portal/contracts/batches';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { findViolations } from '../support/find-violations.ts';
import {
  answerWithBatches as answerWithGenerated,
  createBatch,
  eventually,
  findCard,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { hasFocus } from '../support/keyboard.ts';
import { navigate } from '../support/navigate.ts';
import { answerWithBatches, createUpscaleBatch, UPSCALE_PAGE } from '../support/upscale-page.ts';

const waitForText = (card: Locator, text: string) => card.getByText(text, { exact: true }).waitFor();

const sentFrom = (batchId: string, name: string, index = 0): ItemOrigin => ({
  index,
  from: { batchId, index, kind: 'result', tool: 'image-generator', name },
});
const pictures = [{ index: 0, from: { index: 0, kind: 'result' } }];
const fox = createBatch({ customName: 'Fox in the snow' });
const owl = { batchId: 'owl', tool: 'image-generator', name: 'Owl', pictures, isGone: true };
const fromFox = createUpscaleBatch({ name: 'Foxes', origins: [sentFrom(fox.id, 'Fox in the snow')] });
const fromOwl = createUpscaleBatch({ name: 'Owls', origins: [sentFrom('owl', 'Owl')] });
const fromBoth = createUpscaleBatch({
  name: 'Both',
  origins: [sentFrom(fox.id, 'Fox in the snow'), sentFrom('owl', 'Owl', 1)],
});
const foxSource = { ...owl, batchId: fox.id, name: 'Fox in the snow', isGone: false };
const lineages: Record<string, object> = {
  [fromFox.id]: { sources: [foxSource], sentTo: [], hasMore: false },
  [fromOwl.id]: { sources: [owl], sentTo: [], hasMore: false },
  [fromBoth.id]: { sources: [foxSource, owl], sentTo: [], hasMore: false },
  [fox.id]: {
    sources: [],
    sentTo: [{ batchId: fromFox.id, tool: 'upscale', name: 'Foxes', pictures }],
    hasMore: false,
  },
};

test('links to batches that pictures came from or were sent to; says which are gone', () => {
  const asked: string[] = [];
  return withPage(
    async (page) => {
      await findCard(page, fromFox.id).getByRole('link', { name: 'From “Fox in the snow”' }).waitFor();
      expect(asked).toEqual([]);
      await followGoneSource(page);
      await chooseSource(page);
      await walkBack(page);
    },
    {
      as: 'artist',
      path: UPSCALE_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [fromFox, fromOwl, fromBoth]);
        await answerWithGenerated(page, [fox]);
        await page.route('**/api/batches/*/lineage', (route) => {
          const id = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
          asked.push(id);
          return route.fulfill({ json: lineages[id] });
        });
      },
    },
  );
});

async function followGoneSource(page: Page) {
  const card = findCard(page, fromOwl.id);
  await card.getByRole('link', { name: 'From “Owl”' }).click();
  await toast(page, 'Batch not found').getByText('“Owl” was deleted or has expired.').waitFor();
  await waitForText(card, 'From “Owl”, deleted or expired');
  expect(await card.getByRole('link', { name: 'From' }).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(UPSCALE_PAGE);
}

/** By keyboard. */
async function chooseSource(page: Page) {
  await findCard(page, fromBoth.id).getByRole('button', { name: 'From 2 batches' }).press('Enter');
  const gone = page.getByRole('menuitem', { name: 'Owl Deleted or expired' });
  await gone.waitFor();
  expect(await gone.getAttribute('aria-disabled')).toBe('true');
  expect(await findViolations(page, { within: '[role=menu]' })).toEqual([]);
  await eventually(() => hasFocus(page.getByRole('menuitem', { name: 'Fox in the snow' }))).toBe(true);
  await page.keyboard.press('Enter');
  await eventually(() => hasFocus(findCard(page, fox.id))).toBe(true);
  expect(new URL(page.url()).pathname).toBe(GENERATOR_PAGE);
}

/** From the source to what was made from it, and to a batch that does not exist. */
async function walkBack(page: Page) {
  const card = findCard(page, fox.id);
  await card.getByRole('button', { name: 'Send to' }).click();
  await page.getByRole('menuitem', { name: 'Foxes Upscale & Enhancement, 1 image' }).waitFor();
  expect(await findViolations(page, { within: '[role=menu]' })).toEqual([]);
  await page.keyboard.press('Escape');
  await card.getByRole('link', { name: 'Sent to Upscale & Enhancement' }).click();
  await eventually(() => hasFocus(findCard(page, fromFox.id))).toBe(true);
  await navigate(page, `${GENERATOR_PAGE}#batch-unknown`);
  await toast(page, 'Batch not found').getByText('It was deleted or has expired.').waitFor();
}
