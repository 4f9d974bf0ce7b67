import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findCenter, measureDistance } from '../support/find-center.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import { hasFocus } from '../support/keyboard.ts';
import {
  answerEdits,
  answerWithBatches,
  BATCH_CALL,
  close,
  createActiveBatch,
  createKeywordBatch,
  findEditor,
  findKeywordInput,
  findTitle,
  KEYWORD_PAGE,
  openResults,
  readKeywords,
  waitForErrorBesideDialog,
} from '../support/keyword-page.ts';
import { answerWith, hold } from '../support/routes.ts';

const running = createActiveBatch(['completed', 'failed', 'processing', 'queued']);
const one = createKeywordBatch(['completed']);
const saved = createKeywordBatch(['completed']);
const hundred = createKeywordBatch(Array.from({ length: 100 }, () => 'completed'));

test('searches, copies, pastes and saves results, also while saving and after failures [T2.3.6, T8.4.1]', () =>
  withPage(
    async (page) => {
      await search(page);
      await copyAndPaste(page);
      await typeWhileSaving(page);
      await retryFailedEdit(page);
    },
    {
      as: 'artist',
      path: KEYWORD_PAGE,
      arrange: (page) => answerWithBatches(page, [running, one, saved, hundred]),
      expectedErrors: [/500/],
    },
  ));

/** Among written, failed and pending results. */
async function search(page: Page) {
  const dialog = await openResults(page, findCard(page, running.id));
  await findEditor(dialog, 'photo-1.jpg').waitFor();
  const rows = dialog.getByRole('list', { name: 'Results' }).locator('> li');
  const readRow = async (index: number) => (await rows.nth(index).innerText()).split(/\n+/);
  expect(await readRow(1)).toEqual(['photo-2.jpg', 'The model gave no usable answer.']);
  expect(await readRow(2)).toEqual(['photo-3.jpg', 'Processing…']);
  expect(await readRow(3)).toEqual(['photo-4.jpg', 'Waiting']);
  const search = dialog.getByRole('searchbox', { name: 'Search results' });
  for (const [words, found] of [
    ['RED kite', 1],
    ['bird of prey', 1],
    ['photo-3', 1],
    ['photo', 4],
    ['nowhere', 0],
  ] as const) {
    await search.fill(words);
    await dialog.getByText(`${found} of 4`, { exact: true }).waitFor();
  }
  await dialog.getByText('No results', { exact: true }).waitFor();
  await close(dialog);
}

async function copyAndPaste(page: Page) {
  const [result] = one.results;
  if (!result) throw new Error('Expected one.');
  const { seo_image_title: title, seo_description: description, keywords } = result;
  const sent = await answerEdits(page, one);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await openResults(page, findCard(page, one.id));
  const editor = findEditor(dialog, 'photo-1.jpg');
  for (const [name, text] of [
    ['Copy title', title],
    ['Copy description', description],
    ['Copy all', [title, description, keywords.join(', ')].join('\n\n')],
    ['Copy keywords', keywords.join(', ')],
  ] as const) {
    await editor.getByRole('button', { name, exact: true }).click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  // Duplicates are ignored.
  await page.evaluate(() => navigator.clipboard.writeText('Hill, august; evening\nred kite'));
  await findKeywordInput(editor).focus();
  await page.keyboard.press('Control+v');
  await eventually(() => readKeywords(editor)).toEqual([...keywords, 'august', 'evening']);
  await dragByMouse(page, editor);
  const after = [keywords[0], 'evening', ...keywords.slice(1), 'august'];
  await eventually(() => readKeywords(editor)).toEqual(after);
  await leaveEditedWord(page, editor);
  await close(dialog);
  await eventually(() => sent.at(-1)?.keywords).toEqual([...after.slice(0, -1), 'autumn']);
}

/** The click that ends editing a word moves the focus to another field. */
async function leaveEditedWord(page: Page, editor: Locator): Promise<void> {
  await editor.getByRole('button', { name: /^august, / }).dblclick();
  await page.keyboard.type('autumn');
  await findTitle(editor).click();
  await editor.getByRole('button', { name: /^autumn, / }).waitFor();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await hasFocus(findTitle(editor))).toBe(true);
}

/** Moves the last keyword to the second place. Escape cancels a drag, not the dialog. */
async function dragByMouse(page: Page, editor: Locator): Promise<void> {
  const findChip = (word: string) => editor.getByRole('button', { name: new RegExp(`^${word}, `) });
  for (const isCancelled of [true, false]) {
    const before = await readKeywords(editor);
    const [start, hill] = [await findCenter(findChip('evening')), await findCenter(findChip('hill'))];
    const end = { x: hill.x - 4, y: hill.y };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await editor.locator('li[data-drop=before]').filter({ hasText: 'hill' }).waitFor();
    expect(await measureDistance(findChip('evening'), end)).toBeLessThan(1);
    if (isCancelled) await page.keyboard.press('Escape');
    await page.mouse.up();
    if (isCancelled) expect(await readKeywords(editor)).toEqual(before);
  }
  await eventually(() => hasFocus(findChip('evening'))).toBe(true);
}

/** What is typed during a save is saved afterwards, and not shown as saved before. */
async function typeWhileSaving(page: Page) {
  const sent = await answerEdits(page, saved);
  const saving = hold(`**${BATCH_CALL}/results/*`);
  await saving.arrange(page);
  const dialog = await openResults(page, findCard(page, saved.id));
  const editor = findEditor(dialog, 'photo-1.jpg');
  await editor.getByRole('button', { name: 'Remove hill' }).click();
  await findTitle(editor).fill('One thing');
  await page.keyboard.press('Enter');
  await editor.getByText('Saving…', { exact: true }).waitFor();
  await findTitle(editor).fill('One thing and another');
  const answered = page.waitForResponse(
    (answer) => answer.request().postDataJSON()?.seo_image_title === 'One thing',
  );
  saving.release();
  await (await answered).finished();
  // All effects have arrived.
  await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()));
  expect(await findTitle(editor).inputValue()).toBe('One thing and another');
  expect(await editor.getByText('Saved', { exact: true }).count()).toBe(0);
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await editor.getByText('Saved', { exact: true }).waitFor();
  expect(sent.at(-1)?.seo_image_title).toBe('One thing and another');
  expect(sent.at(-1)?.keywords).not.toContain('hill');
  await close(dialog);
}

/** A failed edit survives scrolling, is shown as failed, and can be saved again. */
async function retryFailedEdit(page: Page) {
  await answerWith(page, `${BATCH_CALL.replace('*', hundred.id)}/results/0`, { status: 500 });
  const dialog = await openResults(page, findCard(page, hundred.id));
  const editor = findEditor(dialog, 'photo-1.jpg');
  await findTitle(editor).fill('What I typed');
  await findKeywordInput(editor).fill('typed too');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await waitForErrorBesideDialog(page);
  await editor.getByText('Not saved', { exact: true }).waitFor();
  const rows = dialog.getByRole('list', { name: 'Results' }).locator('> li');
  await rows.last().scrollIntoViewIfNeeded();
  await findEditor(dialog, 'photo-100.jpg').waitFor();
  await eventually(() => editor.count()).toBe(0);
  expect(await dialog.getByRole('group').count()).toBeLessThan(20);
  await rows.first().scrollIntoViewIfNeeded();
  expect(await findTitle(editor).inputValue()).toBe('What I typed');
  expect(await readKeywords(editor)).toContain('typed too');

  const sent = await answerEdits(page, hundred);
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await editor.getByText('Saved', { exact: true }).waitFor();
  expect(sent).toMatchObject([
    { seo_image_title: 'What I typed', keywords: expect.arrayContaining(['typed too']) },
  ]);
}
