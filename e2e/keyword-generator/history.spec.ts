import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { editName, serveNames } from '../support/edit-name.ts';
import { eventually, findCard, readActions, waitForText } from '../support/generator-page.ts';
import {
  answerWithBatches,
  BATCH_CALL,
  BATCHES_CALL,
  close,
  createActiveBatch,
  createKeywordBatch,
  downloadZip,
  generate,
  KEYWORD_PAGE,
  openFailedItems,
} from '../support/keyword-page.ts';
import { setVisibility } from '../support/polled-history.ts';
import { readZip } from '../support/read-zip.ts';
import { drawPicture } from '../support/pictures.ts';
import { addFaults, isHeld, release, setLatency } from '../support/sandbox.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

beforeEach(() => setLatency(0));
afterEach(release);

const queued = createActiveBatch(['queued', 'queued'], { status: 'queued', startedAt: null });
const started = createActiveBatch(['processing', 'queued'], { startedAt: null, progress: 0 });
const halfway = createActiveBatch(['completed', 'failed', 'processing', 'queued'], { progress: 37 });
const completed = createKeywordBatch(['completed', 'failed'], { language: 'French' });
const failed = createKeywordBatch(['failed', 'failed'], { status: 'failed' });
const withoutFiles = createKeywordBatch(['completed'], { filesDeleted: true });

test('shows each status, lists failed items, and edits a name [T2.3.4, T2.3.5, T2.3.6, T2.3.7, T2.3.8, T2.3.9, T2.3.12, T4.1.2, T4.1.8, T4.5.5, T5.3.3, T7.3.5, T7.3.6, T8.4.4]', () =>
  withPage(
    async (page) => {
      await checkStatuses(page);
      await listFailedItems(page);
      const batch = createKeywordBatch(['completed'], { name: 'As it was' });
      const sent: unknown[] = [];
      await serveNames(`**${BATCHES_CALL}`, `**${BATCH_CALL}`, batch, sent)(page);
      await setVisibility(page, 'visible');
      await editName(page, batch.id, sent);
    },
    {
      as: 'artist',
      path: KEYWORD_PAGE,
      arrange: async (page) => {
        await page.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'));
        await answerWithBatches(page, [queued, started, halfway, completed, failed, withoutFiles]);
      },
    },
  ));

/** Texts, progress bars and actions. */
async function checkStatuses(page: Page) {
  const waitForTexts = async ({ id }: KeywordBatch, ...texts: string[]) => {
    for (const text of texts) await findCard(page, id).getByText(text, { exact: true }).waitFor();
  };
  const readBar = ({ id }: KeywordBatch) =>
    findCard(page, id).getByRole('progressbar').getAttribute('aria-valuenow');
  await waitForTexts(queued, 'Queued - 2 images');
  expect(await readBar(queued)).toBeNull();
  expect(await readActions(page, queued.id)).toEqual(['Cancel', 'Share', 'Delete']);
  await waitForTexts(started, '0/2 completed');
  expect(await readBar(started)).toBe('0');
  expect(await readActions(page, started.id)).toEqual(['Cancel', 'Share', 'Delete']);
  await waitForTexts(halfway, '1/4 completed', '1 failed');
  expect(await readBar(halfway)).toBe('37');
  expect(await readActions(page, halfway.id)).toEqual([
    'Cancel',
    'View failed items',
    'View results',
    'Download ZIP',
    'Send to',
    'Share',
    'Export CSV',
    'Delete',
  ]);
  await waitForTexts(completed, '1/2 completed', 'French', '1 failed', 'Partly done', 'Cost $0.02');
  expect(await readActions(page, completed.id)).toEqual([
    'View failed items',
    'View results',
    'Download ZIP',
    'Send to',
    'Share',
    'Export CSV',
    'Delete',
  ]);
  await waitForTexts(failed, '0/2 completed', 'Failed', '2 failed');
  expect(await readActions(page, failed.id)).toEqual(['View failed items', 'Share', 'Delete']);
  await waitForTexts(withoutFiles, 'Files deleted');
  expect(await readActions(page, withoutFiles.id)).toEqual(['View results', 'Export CSV', 'Delete']);
}

/** With their errors, or a message if there are none. */
async function listFailedItems(page: Page) {
  const dialog = await openFailedItems(page, findCard(page, failed.id));
  await eventually(() => dialog.getByRole('listitem').count()).toBe(2);
  expect((await dialog.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
    ['photo-1.jpg', 'The model gave no usable answer.'],
    ['photo-2.jpg', 'The model gave no usable answer.'],
  ]);
  await dialog.getByRole('button', { name: 'Try again in a new batch' }).waitFor();
  await close(dialog);
  await page.route(`**${BATCH_CALL}/failed-items`, (route) => route.fulfill({ json: { failedItems: [] } }));
  const empty = await openFailedItems(page, findCard(page, failed.id));
  await empty.getByText('No failed items to display', { exact: true }).waitFor();
  await close(empty);
}

test('keeps finished keywords and their ZIP when a batch is cancelled [T4.5.5]', async () => {
  const writer = await signIn(newEmail());
  const bytes = await drawPicture();
  await addFaults({ provider: 'openai', match: { promptIncludes: 'held' }, fault: { kind: 'hold' } });
  await withPage(
    async (page) => {
      const names = ['first.png', ...Array.from({ length: 11 }, (_, index) => `held ${index}.png`)];
      await choosePictures(
        page,
        names.map((name) => ({ name, bytes })),
      );
      await waitForCount(page, 12);
      const card = findCard(page, await generate(page));
      await waitForText(card, '1/12 completed');
      await eventually(() => isHeld('held')).toBe(true);
      await card.getByRole('button', { name: 'Cancel', exact: true }).click();
      await toast(page, 'Batch cancelled').getByRole('button', { name: 'Close' }).click();
      await card.getByText('Stopping…', { exact: true }).waitFor();
      await release();
      await card.getByText('Cancelled', { exact: true }).waitFor();
      await card.getByText(/^\d+ cancelled$/).waitFor();
      const made = Number.parseInt(await card.getByText(/^\d+\/12 completed$/).innerText(), 10);
      expect(made).toBeLessThan(12);
      expect(await readZip((await downloadZip(page, card)).bytes)).toHaveLength(made);
    },
    { as: writer, path: KEYWORD_PAGE },
  );
});
