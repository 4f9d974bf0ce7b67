import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findHistory } from '../support/generator-page.ts';
import { PHONE } from '../support/launch-browser.ts';
import {
  answerWithBatches,
  chooseStyle,
  createActiveBatch,
  createBatch,
  drawPictures,
  findSubmit,
  STYLIZER_PAGE,
} from '../support/stylizer-page.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

test('fits a phone, keeps the button in view, scrolls to a started batch', () =>
  withPage(
    async (page) => {
      await chooseStyle(page, 'Studio Ghibli');
      await choosePictures(page, await drawPictures(`${'a very long name '.repeat(12)}.png`));
      await waitForCount(page, 1);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.mouse.wheel(0, 400);
      const box = await findSubmit(page).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(PHONE.height);
      await findHistory(page).getByRole('article').last().scrollIntoViewIfNeeded();
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('article, [data-pair]')].filter(
          (element) => element.getBoundingClientRect().right > innerWidth,
        ),
      );
      expect(wide).toEqual([]);
    },
    {
      as: 'artist',
      path: STYLIZER_PAGE,
      viewport: PHONE,
      hasTouch: true,
      arrange: (page) =>
        answerWithBatches(page, [
          createBatch(Array.from({ length: 30 }, () => 'completed' as const)),
          createActiveBatch(['completed', 'processing', 'pending']),
        ]),
    },
  ));
