import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage, type PageOptions } from '../support/browser.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import { findCenter, measureDistance } from '../support/find-center.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import {
  answerEdits,
  answerWithBatches,
  close,
  createActiveBatch,
  createKeywordBatch,
  findEditor,
  findForm,
  findKeywordInput,
  findSubmit,
  findTitle,
  KEYWORD_PAGE,
  openOptions,
  openResults,
  readKeywords,
} from '../support/keyword-page.ts';
import { PHONE } from '../support/launch-browser.ts';
import { drawPicture } from '../support/pictures.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

async function tabBackTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 20 && !(await hasFocus(target)); stop += 1) await press(page, 'Shift+Tab');
}

const batch = createKeywordBatch(['completed', 'completed', 'failed']);
/** Accepts every edit. */
const changeable: PageOptions = {
  as: 'artist',
  path: KEYWORD_PAGE,
  arrange: async (page) => {
    await answerWithBatches(page, [batch]);
    await answerEdits(page, batch);
  },
};

test('edits, undoes and exports results by keyboard [T2.3.1, T2.3.6, T2.3.7]', () =>
  withPage(async (page) => {
    await page.getByRole('heading', { name: 'Keyword Generator', exact: true, level: 1 }).waitFor();
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

    const exports = card.getByRole('button', { name: 'Export CSV' });
    await tabTo(page, exports);
    await press(page, 'Enter');
    const menu = page.getByRole('menu');
    await eventually(() => hasFocus(menu.getByRole('menuitem', { name: 'CSV', exact: true }))).toBe(true);
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
  }, changeable));

test('fits a phone, keeps the button in view, shows results full screen', () =>
  withPage(
    async (page) => {
      const isFitting = async () =>
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
      await openOptions(page);
      await findForm(page)
        .getByRole('textbox', { name: 'Words that must appear' })
        .fill(`${'a long word '.repeat(5)},b,`);
      await page.keyboard.press('Enter');
      await choosePictures(page, [
        { name: `${'a very long name '.repeat(12)}.png`, bytes: await drawPicture() },
      ]);
      await waitForCount(page, 1);
      await isFitting();
      await page.mouse.wheel(0, 300);
      const button = await findSubmit(page).boundingBox();
      expect((button?.y ?? 0) + (button?.height ?? Infinity)).toBeLessThanOrEqual(PHONE.height);
      await findCard(page, batch.id).scrollIntoViewIfNeeded();
      await isFitting();
      const dialog = await openResults(page, findCard(page, batch.id));
      await findEditor(dialog, 'photo-1.jpg').waitFor();
      expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
      const wide = await dialog.evaluate((box) =>
        [...box.querySelectorAll('li, textarea, button')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth)
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(wide).toEqual([]);
      await dragByTouch(page, dialog);
    },
    {
      ...changeable,
      viewport: PHONE,
      hasTouch: true,
      arrange: (page) =>
        answerWithBatches(page, [batch, createActiveBatch(['completed', 'processing', 'queued'])]),
    },
  ));

/** A swipe scrolls. A long press drags, and the new order is saved. */
async function dragByTouch(page: Page, dialog: Locator): Promise<void> {
  const sent = await answerEdits(page, batch);
  const editor = findEditor(dialog, 'photo-1.jpg');
  const findChip = (word: string) => editor.getByRole('button', { name: new RegExp(`^${word}, `) });
  const before = await readKeywords(editor);
  type Point = Awaited<ReturnType<typeof findCenter>>;
  const drag = async (start: Point, end: Point, holdMs: number, check?: () => Promise<void>) => {
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await send('touchStart', [start]);
    await page.waitForTimeout(holdMs);
    for (const share of [0.25, 0.5, 0.75, 1])
      await send('touchMove', [
        { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share },
      ]);
    await check?.();
    await send('touchEnd', []);
    await touch.detach();
  };
  await findChip('meadow').scrollIntoViewIfNeeded();
  const top = await findCenter(findChip('meadow'));
  const content = dialog.locator('.MuiDialogContent-root');
  // After a swipe, the content goes on scrolling.
  const stopped = content.evaluate(
    (element) => new Promise((resolve) => element.addEventListener('scrollend', resolve, { once: true })),
  );
  await drag(top, { ...top, y: top.y - 120 }, 100);
  await stopped;
  await eventually(async () => (await findCenter(findChip('meadow'))).y).toBeLessThan(top.y);
  expect(await readKeywords(editor)).toEqual(before);

  await findChip('meadow').evaluate((chip) => chip.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const sky = await findCenter(findChip('sky'));
  const end = { ...sky, x: sky.x + 20 };
  await drag(await findCenter(findChip('red kite')), end, 600, async () => {
    await eventually(() => measureDistance(findChip('red kite'), end)).toBeLessThan(1);
    // Scrolling does not move the finger.
    const { y } = await findCenter(findChip('sky'));
    await content.evaluate((element) => element.scrollBy(0, 8));
    expect((await findCenter(findChip('sky'))).y).toBeCloseTo(y - 8);
    await eventually(() => measureDistance(findChip('red kite'), end)).toBeLessThan(1);
  });
  const after = ['hill', 'summer', 'wind', 'sky', 'red kite', 'bird of prey', 'meadow'];
  await eventually(() => readKeywords(editor)).toEqual(after);
  await eventually(() => hasFocus(findChip('red kite'))).toBe(true);
  await close(dialog);
  await eventually(() => sent.at(-1)?.keywords).toEqual(after);
}
