import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { listBatches, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  choose,
  createBatch,
  findCard,
  findHistory,
  findSubmit,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { setLatency } from '../support/sandbox.ts';

let artist: Account;
let finished: GenerationBatch[];
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  await waitForBatch(artist, await startBatch(artist, makeRequest('openai', { quantity: 3 })));
  finished = await listBatches(artist);
});

const counts: Partial<GenerationBatch> = {
  requestedCount: 5,
  failedCount: 1,
  failures: [{ index: 4, state: 'failed', reason: 'The provider refused it.', attempts: 1 }],
};

/** One per state, with real images. */
const makeHistory = (): GenerationBatch[] =>
  finished.flatMap((batch) => [
    createBatch({
      status: 'pending',
      startedAt: null,
      endedAt: null,
      requestedCount: 12,
      completedCount: 0,
    }),
    { ...batch, ...counts, id: 'working', status: 'processing', endedAt: null, runningItems: [3] },
    { ...batch, ...counts, retryable: { failed: 1, uncertain: 0 } },
    createBatch({ filesDeleted: true, provider: 'google', model: 'gemini' }),
    createBatch({ ...counts, status: 'failed', requestedCount: 1, completedCount: 0 }),
  ]);

const findFinished = (page: Page) => findCard(page, finished[0]?.id ?? '');

/** The layer in front of the page, by its role. */
const LAYERS: Record<string, ['menu' | 'dialog', (page: Page) => Promise<unknown>]> = {
  'the menu of a batch': [
    'menu',
    async (page) => {
      await findFinished(page).getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'View prompt' }).waitFor();
    },
  ],
  'the images of a batch': [
    'dialog',
    async (page) => {
      await findFinished(page).getByRole('button', { name: 'View images' }).click();
      await page.getByRole('dialog').locator('img').first().waitFor();
    },
  ],
  'the viewer': [
    'dialog',
    async (page) => {
      await findFinished(page).getByRole('button', { name: 'Open image 1' }).click();
      await page.getByRole('dialog').locator('img[style*="none"]').waitFor();
    },
  ],
  'the reasons of failed images': [
    'dialog',
    async (page) => {
      await findFinished(page).getByRole('button', { name: 'Retry failed' }).click();
      await page.getByRole('dialog', { name: 'Failed images' }).waitFor();
    },
  ],
};

test('forms, batches and layers: no axe violations, light or dark, phone or desktop', () =>
  withPage(
    async (page) => {
      await findHistory(page).getByText('Queued - 12 images', { exact: true }).waitFor();
      await choose(page, 'Provider', 'Stable Diffusion');
      await findSubmit(page).click();
      await page.getByText('Style preset is required').waitFor();
      await findFinished(page).locator('img').first().waitFor();
      expect(await findViolations(page), 'form errors and batches in every state').toEqual([]);

      await choose(page, 'Provider', 'Gemini');
      await choose(page, 'Model', 'Imagen 4');
      await page.getByRole('group', { name: 'Gemini usage' }).waitFor();
      await findFinished(page).getByRole('button', { name: 'Rename' }).click();
      await findFinished(page).getByRole('textbox', { name: 'Batch name' }).waitFor();
      expect(await findViolations(page), 'the Gemini form and a name being edited').toEqual([]);

      await page.keyboard.press('Escape');
      for (const [name, [role, open]] of Object.entries(LAYERS)) {
        await open(page);
        expect(await findViolations(page, { within: `[role=${role}]` }), name).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole(role).waitFor({ state: 'detached' });
      }
    },
    {
      as: artist,
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, makeHistory());
        await page.route(`**${BATCHES_CALL}/working/**`, (route) => route.fulfill({ status: 404 }));
      },
      expectedErrors: [/404/],
    },
  ));
