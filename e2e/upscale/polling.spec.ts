import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import { drawPicture } from '../support/pictures.ts';
import {
  countWhenIdle,
  expectInterval,
  expectInHistory,
  advance,
  serveHistory,
  setVisibility,
  pauseClock,
} from '../support/polled-history.ts';
import { answerWith } from '../support/routes.ts';
import { choosePictures } from '../support/uploads-page.ts';
import {
  BATCHES_CALL,
  createUpscaleBatch,
  findProcess,
  UPSCALE_CALL,
  UPSCALE_PAGE,
} from '../support/upscale-page.ts';

const working = createUpscaleBatch({
  status: 'processing',
  endedAt: null,
  totalImages: 2,
  processedImages: 0,
});

test('polls every 800 ms from upload to end, except while the tab is hidden [T4.4.1, T9.0.14]', () => {
  const { history, options } = serveHistory(UPSCALE_PAGE, BATCHES_CALL, [createUpscaleBatch()]);
  return withPage(async (page) => {
    await answerWith(page, UPSCALE_CALL, { status: 202, json: { success: true, batchId: working.id } });
    await choosePictures(page, [{ name: 'one.png', bytes: await drawPicture() }]);
    await pauseClock(page);
    await advance(page, 1000);
    const idle = await countWhenIdle(() => history.requests);
    await advance(page, 30_000);
    expect(history.requests).toBe(idle);

    history.batches = [working];
    await findProcess(page).click();
    await eventually(() => history.requests).toBe(idle + 1);
    await expectInHistory(page, '0/2 completed');
    await expectInterval(page, 800, () => history.requests);

    await setVisibility(page, 'hidden');
    await advance(page, 800);
    const hidden = await countWhenIdle(() => history.requests);
    await advance(page, 30_000);
    expect(history.requests).toBe(hidden);
    history.batches = [{ ...working, status: 'completed', processedImages: 2 }];
    await setVisibility(page, 'visible');
    await expectInHistory(page, '2/2 completed');
    const atEnd = await countWhenIdle(() => history.requests);
    await advance(page, 30_000);
    expect(history.requests).toBe(atEnd);
    await findCard(page, working.id).waitFor();
  }, options);
});
