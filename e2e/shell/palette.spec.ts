import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { answerWithBatches, createBatch, eventually, findCard } from '../support/generator-page.ts';
import { hasFocus } from '../support/keyboard.ts';
import { answerWith, hold } from '../support/routes.ts';

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

test('keeps what is typed while it opens', async () => {
  const code = hold('**/palette-dialog-*.js');
  await withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      await page.keyboard.press('Control+k');
      // The question mark alone would show the shortcuts.
      await page.keyboard.type('key?');
      code.release();
      const field = page.getByRole('combobox', { name: 'Go to' });
      await field.waitFor();
      await eventually(() => field.inputValue()).toBe('key?');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('word');
      expect(await field.inputValue()).toBe('keyword');
      await page.getByRole('option', { name: 'Keyword Generator' }).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(1);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('s');
      expect(await field.inputValue()).toBe('keywords');
      // Nothing of it is left the next time.
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await field.waitFor();
      expect(await field.inputValue()).toBe('');
    },
    { as: 'artist', arrange: code.arrange },
  );
});

test('finds batches by name or prompt, with their status, and opens them [D-one-studio.12]', () =>
  withPage(async (page) => {
    await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Go to' });
    const options = page.getByRole('option');
    // The five newest batches are listed until something is typed.
    const listed = options.filter({ hasText: 'Batch no.' });
    await listed.first().waitFor();
    expect((await listed.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(
      [29, 28, 27, 26, 25].map((number) => `Batch no. ${number}`),
    );

    await field.fill('batch no. 0');
    await options.filter({ hasText: 'Partly done' }).waitFor();
    await field.fill('batch no. 1');
    await options.filter({ hasText: 'Cancelled' }).waitFor();
    await options.filter({ hasText: 'Done' }).first().waitFor();
    expect(await options.filter({ hasText: 'Failed' }).count()).toBe(0);

    // The oldest batch, by words of its prompt.
    await field.fill('canvas lighthouse');
    await options.filter({ hasText: 'Batch no. 0' }).waitFor();
    expect(await options.count()).toBe(1);
    await page.keyboard.press('Enter');
    await findCard(page, batches[0]?.id ?? '').waitFor();
    expect(new URL(page.url()).hash).toBe(`#batch-${batches[0]?.id}`);
  }, atHome));

test('brings the card of a batch below the bars, and keeps it there while others load', () =>
  withPage(
    async (page) => {
      const target = batches[15]?.id ?? '';
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      for (const [width, top] of [
        [1280, 72],
        [360, 120],
      ] as const) {
        await page.setViewportSize({ width, height: 780 });
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Go to' }).fill('batch no. 15');
        await page.getByRole('option').filter({ hasText: 'Batch no. 15' }).waitFor();
        await eventually(() => page.getByRole('option').count()).toBe(1);
        await page.keyboard.press('Enter');
        const card = findCard(page, target);
        await eventually(() => hasFocus(card)).toBe(true);
        // Cards above it get their height now.
        await page.waitForTimeout(1500);
        const readDistance = async () => Math.abs(((await card.boundingBox())?.y ?? 0) - top);
        await eventually(readDistance, `${width} px wide`).toBeLessThan(2);
      }
    },
    {
      ...atHome,
      arrange: async (page: Page) => {
        await atHome.arrange(page);
        const large = { requestedCount: 40, completedCount: 40 };
        await answerWithBatches(
          page,
          batches.map((batch, index) => (index % 3 === 0 ? { ...batch, ...large } : batch)),
        );
      },
    },
  ));
