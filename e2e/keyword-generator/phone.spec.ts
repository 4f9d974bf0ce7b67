import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, openOptions } from '../support/generator-page.ts';
import { findCenter, measureDistance } from '../support/find-center.ts';
import { hasFocus } from '../support/keyboard.ts';
import {
  answerEdits,
  answerWithBatches,
  close,
  createActiveBatch,
  createKeywordBatch,
  findEditor,
  findForm,
  findSubmit,
  KEYWORD_PAGE,
  openResults,
  readKeywords,
} from '../support/keyword-page.ts';
import { PHONE } from '../support/launch-browser.ts';
import { drawPicture } from '../support/pictures.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

const batch = createKeywordBatch(['completed', 'completed', 'failed']);

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
      as: 'artist',
      path: KEYWORD_PAGE,
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
  await drag(top, { ...top, y: top.y - 120 }, 0);
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
