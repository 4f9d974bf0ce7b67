import { GenerationRequestSchema } from '@portal/contracts/generation-request';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import {
  answerWithBatches,
  choose,
  createBatch,
  eventually,
  findCard,
  findChoice,
  findForm,
  findGroup,
  findPrompt,
  GENERATE_CALL,
  GENERATOR_PAGE,
  submit,
} from '../support/generator-page.ts';
import { answerWith } from '../support/routes.ts';

const asArtist = { as: 'artist', path: GENERATOR_PAGE } as const;

const readTotal = (page: Page) =>
  page.getByRole('status', { name: 'Estimated cost' }).locator('span').nth(2).innerText();

/** Label and hint of each. */
const readSizes = (page: Page) => findGroup(page, 'Size').locator('label').allInnerTexts();

test('shows the price of each size, sends the chosen one and remembers it', () =>
  withPage(async (page) => {
    await answerWith(page, GENERATE_CALL, { status: 202, json: { success: true, batchId: 'started' } });
    await findPrompt(page).fill('a red fox');
    await choose(page, 'Quality', 'Low');
    await choose(page, 'Background', 'Opaque');
    await choose(page, 'Output format', 'JPEG');
    await eventually(() => readSizes(page)).toEqual([
      'Standard\n1 MP · $0.01',
      '2K\n4.2 MP · $0.03',
      '4K\n8.3 MP · $0.06',
    ]);
    await findForm(page).getByText('1024 × 1024 px · Too small for Adobe Stock').waitFor();
    await choose(page, 'Size', '4K');
    await eventually(() => readTotal(page)).toBe('1 image × $0.0646');
    await choose(page, 'Aspect ratio', '3:2');
    await findForm(page).getByText('3504 × 2336 px · Large enough for Adobe Stock').waitFor();
    await eventually(() => readTotal(page)).toBe('1 image × $0.0637');
    expect(await findViolations(page)).toEqual([]);

    const sent = page.waitForRequest(`**${GENERATE_CALL}`);
    await submit(page);
    expect(GenerationRequestSchema.parse((await sent).postDataJSON())).toMatchObject({ size: '4K' });

    await choose(page, 'Provider', 'Stable Diffusion');
    await findGroup(page, 'Aspect ratio').waitFor();
    expect(await findGroup(page, 'Size').count()).toBe(0);
    await choose(page, 'Provider', 'ChatGPT');
    expect(await findChoice(page, 'Size', '4K').isChecked()).toBe(true);

    const standard = page.waitForRequest(`**${GENERATE_CALL}`);
    await choose(page, 'Size', 'Standard');
    await submit(page);
    expect((await standard).postDataJSON()).not.toHaveProperty('size');
    await choose(page, 'Provider', 'Grok');
    await choose(page, 'Provider', 'ChatGPT');
    expect(await findChoice(page, 'Size', 'Standard').isChecked()).toBe(true);
  }, asArtist));

test('shows a larger size in the history and copies it to the form', () => {
  const batch = createBatch({
    provider: 'google',
    model: 'imagen4',
    version: 'ultra',
    aspectRatio: '16:9',
    personGeneration: 'allow_all',
    outputFormat: 'png',
    size: '4K',
  });
  return withPage(
    async (page) => {
      const card = findCard(page, batch.id);
      await card.getByText('4K', { exact: true }).waitFor();
      await card.getByRole('button', { name: 'Copy Settings' }).click();
      expect(await findChoice(page, 'Size', '4K').isChecked()).toBe(true);
      await eventually(() => readSizes(page)).toEqual(['2K\n4.2 MP · $0.06', '4K\n17 MP · $0.11']);
    },
    { ...asArtist, arrange: (page) => answerWithBatches(page, [batch]) },
  );
});
