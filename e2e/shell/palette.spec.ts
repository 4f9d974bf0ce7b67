import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { answerWithBatches, createBatch, findCard } from '../support/generator-page.ts';
import { answerWith } from '../support/routes.ts';

const createdAt = (minute: number) => `2026-11-21T11:${String(minute).padStart(2, '0')}:00.000Z`;

const batches = Array.from({ length: 30 }, (_, number) =>
  createBatch({
    customName: `Batch no. ${number}`,
    prompt: number === 0 ? 'A lighthouse in the fog, oil on canvas' : 'A red fox in the snow',
    createdAt: createdAt(number),
    ...(number === 0 && { requestedCount: 10, completedCount: 4 }),
    ...(number === 1 && { status: 'failed', completedCount: 0, cancelledAt: createdAt(59) }),
  }),
);

/** Starts at Home, where no list has been loaded yet. */
const atHome = {
  as: 'artist',
  arrange: async (page: Page) => {
    for (const tool of ['upscale', 'keyword-generator', 'stylizer'])
      await answerWith(page, `/api/${tool}/batches`, { json: { batches: [] } });
    await answerWithBatches(page, batches);
  },
} as const;

async function search(page: Page, text: string) {
  await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).fill(text);
  return page.getByRole('option');
}

test('finds the oldest batch by words of its prompt, and opens it', () =>
  withPage(async (page) => {
    const options = await search(page, 'canvas lighthouse');
    await options.filter({ hasText: 'Batch no. 0' }).waitFor();
    expect(await options.count()).toBe(1);
    await page.keyboard.press('Enter');
    await findCard(page, batches[0]?.id ?? '').waitFor();
    expect(new URL(page.url()).hash).toBe(`#batch-${batches[0]?.id}`);
  }, atHome));

test('finds batches by name, with their status [D-one-studio.12]', () =>
  withPage(async (page) => {
    const options = await search(page, 'batch no. 0');
    await options.filter({ hasText: 'Partly done' }).waitFor();
    await page.getByRole('combobox', { name: 'Go to' }).fill('batch no. 1');
    await options.filter({ hasText: 'Cancelled' }).waitFor();
    await options.filter({ hasText: 'Done' }).first().waitFor();
    expect(await options.filter({ hasText: 'Failed' }).count()).toBe(0);
  }, atHome));

test('lists the five newest batches until something is typed', () =>
  withPage(async (page) => {
    const options = await search(page, '');
    const found = options.filter({ hasText: 'Batch no.' });
    await found.first().waitFor();
    expect((await found.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(
      [29, 28, 27, 26, 25].map((number) => `Batch no. ${number}`),
    );
  }, atHome));
