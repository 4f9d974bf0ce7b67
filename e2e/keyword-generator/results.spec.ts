import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findCenter, measureDistance } from '../support/find-center.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import {
  answerEdits,
  answerWithBatches,
  BATCH_CALL,
  close,
  createKeywordBatch,
  findEditor,
  findKeywordInput,
  findTitle,
  KEYWORD_PAGE,
  openResults,
  readKeywords,
  waitForErrorBesideDialog,
} from '../support/keyword-page.ts';
import { answerWith } from '../support/routes.ts';

const batch = createKeywordBatch(['completed', 'completed', 'failed']);
const one = createKeywordBatch(['completed']);
const hundred = createKeywordBatch(Array.from({ length: 100 }, () => 'completed'));

test('edits results by keyboard, mouse and clipboard; a failed edit survives scrolling [T2.3.1, T2.3.6, T2.3.7, T8.4.1]', () =>
  withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Keyword Generator', exact: true, level: 1 }).waitFor();
      await useKeyboard(page);
      await copyAndPaste(page);
      await retryFailedEdit(page);
    },
    {
      as: 'artist',
      path: KEYWORD_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [batch, one, hundred]);
        await answerEdits(page, batch);
      },
      expectedErrors: [/500/],
    },
  ));

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

async function tabBackTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 20 && !(await hasFocus(target)); stop += 1) await press(page, 'Shift+Tab');
}

/** Edits, undoes and exports. */
async function useKeyboard(page: Page) {
  const card = findCard(page, batch.id);
  const viewResults = card.getByRole('button', { name: 'View results' });
  await tabTo(page, viewResults);
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: `Results for ${batch.name}` });
  await eventually(() => hasFocus(dialog.getByRole('button', { name: 'Close' }))).toBe(true);
  await tabTo(page, dialog.getByRole('searchbox', { name: 'Search results' }));

  const editor = findEditor(dialog, 'photo-1.jpg');
  const title = findTitle(editor);
  await tabTo(page, title);
  await press(page, 'End');
  await page.keyboard.type(' and a lake');
  await press(page, 'Escape');
  expect(await title.inputValue()).toBe('Red kite 1 over a hill');
  await press(page, 'End');
  await page.keyboard.type(' and a lake');
  await press(page, 'Enter');
  await editor.getByText('Saved', { exact: true }).waitFor();
  await editor.getByText('Edited', { exact: true }).waitFor();

  const findChip = (word: string) =>
    editor.getByRole('button', { name: new RegExp(`^${word}, \\d of \\d$`) });
  await tabTo(page, findChip('red kite'));
  // Moves to the second image, removes its third keyword and edits the next one.
  await press(page, 'Alt+ArrowRight');
  await eventually(() => hasFocus(findChip('red kite'))).toBe(true);
  const afterMove = ['hill', 'red kite', 'summer', 'wind', 'sky', 'bird of prey', 'meadow'];
  expect(await readKeywords(editor)).toEqual(afterMove);
  const announced = (text: string) =>
    eventually(() => editor.getByRole('status').filter({ hasText: text }).count()).toBe(1);
  await announced('red kite, 2 of 7');
  await press(page, 'Alt+End');
  await announced('red kite, 7 of 7');
  await eventually(() => hasFocus(findChip('red kite'))).toBe(true);
  await press(page, 'Alt+Home');
  await announced('red kite, 1 of 7');
  await eventually(() => hasFocus(findChip('red kite'))).toBe(true);
  await press(page, 'Alt+ArrowRight');
  await eventually(() => hasFocus(findChip('red kite'))).toBe(true);
  expect(await readKeywords(editor)).toEqual(afterMove);
  await press(page, 'ArrowRight');
  await eventually(() => hasFocus(findChip('summer'))).toBe(true);
  await press(page, 'Delete');
  await eventually(() => hasFocus(findChip('wind'))).toBe(true);
  await press(page, 'Enter');
  await page.keyboard.type('storm');
  // Cancels only the edit.
  await press(page, 'Escape');
  await eventually(() => hasFocus(findChip('wind'))).toBe(true);
  await press(page, 'Enter');
  await page.keyboard.type('breeze');
  await press(page, 'Enter');
  await eventually(() => hasFocus(findChip('breeze'))).toBe(true);
  await press(page, 'End');
  await eventually(() => hasFocus(findChip('meadow'))).toBe(true);
  await press(page, 'ArrowRight');
  await eventually(() => hasFocus(findKeywordInput(editor))).toBe(true);
  await page.keyboard.type('august,evening,');
  expect(await editor.getByRole('status').filter({ hasText: 'Not added' }).count()).toBe(0);
  await press(page, 'Backspace');
  expect(await readKeywords(editor)).toEqual([
    'hill',
    'red kite',
    'breeze',
    'sky',
    'bird of prey',
    'meadow',
    'august',
  ]);
  await press(page, 'Tab');
  await editor.getByText('Saved', { exact: true }).waitFor();

  await tabBackTo(page, editor.getByRole('button', { name: 'Undo last change' }));
  await press(page, 'Enter');
  await eventually(() => readKeywords(editor)).toContain('summer');
  await press(page, 'Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await hasFocus(viewResults)).toBe(true);

  const exports = card.getByRole('button', { name: 'Other exports' });
  await tabBackTo(page, exports);
  await press(page, 'Enter');
  const menu = page.getByRole('menu');
  await eventually(() => hasFocus(menu.getByRole('menuitem', { name: 'CSV with original file names' }))).toBe(
    true,
  );
  await press(page, 'ArrowDown', 'Enter');
  const agency = page.getByRole('dialog', { name: 'Adobe Stock CSV' });
  await eventually(() => hasFocus(agency.getByRole('button', { name: 'Cancel' }))).toBe(true);
  await press(page, 'Escape');
  await agency.waitFor({ state: 'detached' });
  await eventually(() => hasFocus(exports)).toBe(true);

  const viewFailed = card.getByRole('button', { name: 'View failed items' });
  await viewFailed.focus();
  await press(page, 'Enter');
  const failed = page.getByRole('dialog', { name: 'Failed items' });
  await tabTo(page, failed.getByRole('button', { name: 'Try again in a new batch' }));
  await press(page, 'Escape');
  await failed.waitFor({ state: 'detached' });
  expect(await hasFocus(viewFailed)).toBe(true);
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
