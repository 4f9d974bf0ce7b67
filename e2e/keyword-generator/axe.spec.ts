import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { findCard, findHistory } from '../support/generator-page.ts';
import {
  answerWithBatches,
  chooseExport,
  createActiveBatch,
  createKeywordBatch,
  findEditor,
  findForm,
  findTitle,
  KEYWORD_PAGE,
  openFailedItems,
  openOptions,
  openResults,
} from '../support/keyword-page.ts';
import { drawPicture } from '../support/pictures.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

const finished = createKeywordBatch(['completed', 'completed', 'failed'], { language: 'French' });
const [first, second] = finished.results;
if (first && second) {
  Object.assign(first, { edited: true });
  Object.assign(second, { seo_image_title: 'Hills, kites & summer', category: null });
}
/** One per state. */
const batches = [
  createActiveBatch(['queued', 'queued'], { status: 'queued', startedAt: null }),
  createActiveBatch(['completed', 'processing', 'queued']),
  finished,
  createKeywordBatch(['completed'], { filesDeleted: true }),
  createKeywordBatch(['failed'], { status: 'failed' }),
];
const findFinished = (page: Page) => findCard(page, finished.id);

/** The layer in front of the page, and its role. */
const LAYERS: Record<string, [role: 'dialog' | 'menu', open: (page: Page) => Promise<unknown>]> = {
  'the failed items': [
    'dialog',
    async (page) => {
      const dialog = await openFailedItems(page, findFinished(page));
      await dialog.getByText('photo-3.jpg', { exact: true }).waitFor();
    },
  ],
  'the check for an agency': [
    'dialog',
    async (page) => {
      await chooseExport(page, findFinished(page), 'Adobe Stock CSV');
      await page.getByRole('list', { name: 'Problems' }).waitFor();
    },
  ],
  'the menu of exports': [
    'menu',
    async (page) => {
      await findFinished(page).getByRole('button', { name: 'Export CSV' }).click();
      await page.getByRole('menu').waitFor();
    },
  ],
  'results with one error': [
    'dialog',
    async (page) => {
      const dialog = await openResults(page, findFinished(page));
      await findTitle(findEditor(dialog, 'photo-1.jpg')).fill('t'.repeat(201));
      await dialog.getByText('A title can have at most 200 characters.', { exact: true }).waitFor();
    },
  ],
};

test('form, history, dialogs and menus: no axe violations, light or dark', () =>
  withPage(
    async (page) => {
      await findHistory(page).getByText('Queued - 2 images', { exact: true }).waitFor();
      await choosePictures(page, [
        { name: 'one.png', bytes: await drawPicture() },
        { name: 'notes.txt', bytes: Buffer.from('notes') },
      ]);
      await waitForCount(page, 1);
      await openOptions(page);
      await findForm(page).getByRole('textbox', { name: 'Words that must appear' }).fill('sea, sand');
      await page.keyboard.press('Enter');
      await findFinished(page).getByRole('button', { name: 'Rename' }).click();
      expect(await findViolations(page), 'form and history').toEqual([]);
      await page.keyboard.press('Escape');
      for (const [name, [role, open]] of Object.entries(LAYERS)) {
        await open(page);
        expect(await findViolations(page, { within: `[role=${role}]` }), name).toEqual([]);
        await page.keyboard.press('Escape');
        // The results come last, as their first Escape reverts the typed text.
        if (name !== 'results with one error') await page.getByRole(role).waitFor({ state: 'detached' });
      }
    },
    { as: 'artist', path: KEYWORD_PAGE, arrange: (page) => answerWithBatches(page, batches) },
  ));
