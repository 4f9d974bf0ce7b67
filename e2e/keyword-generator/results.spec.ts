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

const one = createKeywordBatch(['completed']);
const hundred = createKeywordBatch(Array.from({ length: 100 }, () => 'completed'));

test('copies, pastes and drags keywords; a failed edit survives scrolling [T2.3.6, T8.4.1]', () =>
  withPage(
    async (page) => {
      await copyAndPaste(page);
      await retryFailedEdit(page);
    },
    {
      as: 'artist',
      path: KEYWORD_PAGE,
      arrange: (page) => answerWithBatches(page, [one, hundred]),
      expectedErrors: [/500/],
    },
  ));

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
