import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  chooseAction,
  createBatch,
  eventually,
  findCard,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';

const withFailures = createBatch({
  aspectRatio: '3:2',
  requestedCount: 6,
  completedCount: 1,
  failedCount: 4,
  uncertainCount: 1,
  expiresAt: '2026-11-23T16:30:00.000Z',
  failures: [
    { index: 1, state: 'failed', reason: 'The provider refused it.', attempts: 1 },
    { index: 2, state: 'failed', reason: 'The provider had an internal error.', attempts: 3 },
    { index: 3, state: 'uncertain', reason: 'No answer came in time.', attempts: 1 },
    { index: 4, state: 'failed', reason: 'The provider was busy.', attempts: 3 },
    { index: 5, state: 'failed', reason: 'The provider was busy.', attempts: 2 },
  ],
  retryable: { failed: 4, uncertain: 1 },
});
const stability = createBatch({
  provider: 'stability',
  model: 'sd3.5-medium',
  version: 'medium',
  prompt: 'A red fox in the snow,\nat dusk',
  negativePrompt: 'fog',
  stylePreset: 'neon-punk',
  cfgScale: 7.5,
  seed: 0,
});
const without = createBatch({ provider: 'stability', model: 'sd3.5-medium' });
const openai = createBatch({ customName: 'As it was' });

test('shows why images failed, retries, shows settings, and renames [P4.13, T2.1.9, T2.1.10, T2.1.15, T5.3.1, T5.3.2, T9.0.7, D-batches.8]', () =>
  withPage(
    async (page) => {
      await retryUncertain(page, withFailures);
      await readSettings(page);
      await rename(page, openai);
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await page.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'));
        await answerWithBatches(page, [withFailures, stability, without, openai]);
      },
    },
  ));

/** Uncertain images are retried only on request. */
async function retryUncertain(page: Page, batch: GenerationBatch) {
  const card = findCard(page, batch.id);
  for (const text of ['Expires in 2 d 4 h', '4 failed', '1 uncertain'])
    await card.getByText(text, { exact: true }).waitFor();
  expect(await card.getByText('Half price').count()).toBe(0);
  await card.getByRole('img', { name: 'Image 2: The provider refused it.' }).waitFor();
  await card.getByRole('img', { name: 'Image 4: No answer came in time.' }).waitFor();
  const slots = card.locator('[data-slot]');
  const [first, second] = await Promise.all([slots.nth(0).boundingBox(), slots.nth(1).boundingBox()]);
  expect(first && first.width / first.height).toBeCloseTo(1.5, 1);
  expect(second).toMatchObject({ y: first?.y, width: first?.width });
  await card.getByRole('button', { name: '4 failed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Failed images' });
  await dialog.getByRole('listitem').first().waitFor();
  expect((await dialog.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
    ['2 × The provider was busy.', 'Image 5, Image 6 · failed after 2 to 3 attempts'],
    ['Image 2 · failed after 1 attempt', 'The provider refused it.'],
    ['Image 3 · failed after 3 attempts', 'The provider had an internal error.'],
    ['Image 4 · uncertain after 1 attempt', 'No answer came in time.'],
  ]);
  await dialog.getByRole('button', { name: 'Retry 4 images' }).waitFor();
  await dialog
    .getByRole('checkbox', { name: 'Also retry the uncertain image. You may be charged twice for it.' })
    .check();
  const retried = page.waitForRequest(`**${BATCHES_CALL}/${batch.id}/retry`);
  await page.route('**/retry', (route) =>
    route.fulfill({ status: 202, json: { success: true, batchId: 'x' } }),
  );
  await dialog.getByRole('button', { name: 'Retry 5 images' }).click();
  expect((await retried).postDataJSON()).toEqual({ includeUncertain: true });
  await dialog.waitFor({ state: 'detached' });
}

/** The form stays as it is. */
async function readSettings(page: Page) {
  const card = findCard(page, stability.id);
  const readDialog = async (action: string, title: string) => {
    await chooseAction(page, card, action);
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    const text = await dialog.locator('.MuiDialogContent-root').innerText();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    return text;
  };
  expect(await readDialog('View prompt', 'Prompt')).toBe('A red fox in the snow,\nat dusk');
  expect(await readDialog('View negative prompt', 'Negative prompt')).toBe('fog');
  expect((await readDialog('View settings', 'Settings')).split('\n')).toEqual(
    expect.arrayContaining(['CFG scale', '7.5', 'Seed', '0', 'Style preset', 'Neon punk']),
  );
  for (const { id } of [without, openai]) {
    await findCard(page, id).getByRole('button', { name: 'More actions' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['View prompt', 'View settings']);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
}

/** Ignores empty and too long names; Escape and Cancel keep the old one. */
async function rename(page: Page, batch: GenerationBatch) {
  const sent: unknown[] = [];
  await page.route('**/name', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true, batch } });
  });
  const card = findCard(page, batch.id);
  const type = async (name: string) => {
    await card.getByRole('button', { name: 'Rename' }).click();
    await card.getByRole('textbox', { name: 'Batch name' }).fill(name);
  };
  const isUnchanged = () => card.getByRole('heading', { name: 'As it was', exact: true }).waitFor();
  for (const [name, key] of [
    ['', 'Enter'],
    ['   ', 'Enter'],
    ['n'.repeat(151), 'Enter'],
    ['Another', 'Escape'],
  ] as const) {
    await type(name);
    await page.keyboard.press(key);
    await isUnchanged();
  }
  await type('Another');
  await card.getByRole('button', { name: 'Cancel', exact: true }).click();
  await isUnchanged();
  expect(sent).toEqual([]);
  await type('n'.repeat(150));
  await card.getByRole('button', { name: 'Save' }).click();
  await eventually(() => sent).toEqual([{ name: 'n'.repeat(150) }]);
}
