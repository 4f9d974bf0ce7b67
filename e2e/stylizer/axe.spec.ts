import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { findCard, findHistory } from '../support/generator-page.ts';
import {
  answerWithBatches,
  chooseStyle,
  createActiveBatch,
  createBatch,
  drawPictures,
  findStyle,
  STYLIZER_PAGE,
} from '../support/stylizer-page.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

const finished = createBatch(['completed', 'completed', 'failed'], {
  failures: [{ index: 2, state: 'failed', reason: 'This picture is animated.', attempts: 1 }],
  retryable: { failed: 1, uncertain: 0 },
});
/** One per state. */
const batches = [
  createActiveBatch(['pending', 'pending'], { status: 'pending', startedAt: null }),
  createActiveBatch(['completed', 'processing', 'pending'], { progress: 33 }),
  finished,
  createBatch(['completed'], { preset: 'studioghibli', filesDeleted: true }),
  createBatch(['failed'], {
    status: 'failed',
    failures: [{ index: 0, state: 'failed', reason: 'This picture is animated.', attempts: 1 }],
  }),
];

/** Opened one after another in front of the page. */
const DIALOGS: Record<string, (page: Page) => Promise<unknown>> = {
  'the viewer': async (page) => {
    await findCard(page, finished.id).getByRole('button', { name: 'View Images' }).click();
    await page.getByRole('dialog').locator('img[style*="none"]').waitFor();
  },
  'the reasons of failed images': async (page) => {
    await findCard(page, finished.id).getByRole('button', { name: 'Retry failed' }).click();
    await page.getByRole('dialog', { name: 'Failed images' }).waitFor();
  },
};

test('form, batches and dialogs: no axe violations, light or dark, phone or desktop', () =>
  withPage(
    async (page) => {
      await findHistory(page).getByText('Queued - 2 image(s)', { exact: true }).waitFor();
      await findStyle(page, 'Favicon').waitFor();
      await choosePictures(page, [
        ...(await drawPictures('one.png', 'two.png')),
        { name: 'notes.txt', bytes: Buffer.from('notes') },
      ]);
      await waitForCount(page, 2);
      await chooseStyle(page, 'Studio Ghibli');
      await findCard(page, finished.id).getByRole('button', { name: 'Rename' }).click();
      expect(await findViolations(page), 'a filled form and batches in every state').toEqual([]);
      await page.keyboard.press('Escape');
      for (const [name, open] of Object.entries(DIALOGS)) {
        await open(page);
        expect(await findViolations(page, { within: '[role=dialog]' }), name).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    },
    {
      as: 'artist',
      path: STYLIZER_PAGE,
      arrange: (page) => answerWithBatches(page, batches),
    },
  ));
