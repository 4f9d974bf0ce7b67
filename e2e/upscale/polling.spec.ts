import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import { drawPicture } from '../support/pictures.ts';
import {
  countSettled,
  isDrawn,
  pass,
  serveHistory,
  setVisibility,
  stopTime,
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

const withPage = useBrowser();
const working = createUpscaleBatch({
  status: 'processing',
  endedAt: null,
  totalImages: 2,
  processedImages: 0,
});

test('after an upload the list is read every 800 ms until the batch has ended, not while the tab is hidden, and then rests [T4.4.1, T9.0.14]', () => {
  const { history, options } = serveHistory(UPSCALE_PAGE, BATCHES_CALL, [createUpscaleBatch()]);
  return withPage(async (page) => {
    await answerWith(page, UPSCALE_CALL, { status: 202, json: { success: true, batchId: working.id } });
    await choosePictures(page, [{ name: 'one.png', bytes: await drawPicture() }]);
    await stopTime(page);
    await pass(page, 1000);
    const idle = await countSettled(() => history.requests);
    await pass(page, 30_000);
    expect(history.requests).toBe(idle);

    history.batches = [working];
    await findProcess(page).click();
    await eventually(() => history.requests).toBe(idle + 1);
    await isDrawn(page, '0/2 completed');
    await pass(page, 800);
    const before = await countSettled(() => history.requests);
    for (let poll = 1; poll <= 3; poll += 1) {
      await pass(page, 799);
      expect(history.requests).toBe(before + poll - 1);
      await pass(page, 1);
      await eventually(() => history.requests).toBe(before + poll);
    }

    await setVisibility(page, 'hidden');
    await pass(page, 800);
    const hidden = await countSettled(() => history.requests);
    await pass(page, 30_000);
    expect(history.requests).toBe(hidden);
    history.batches = [{ ...working, status: 'completed', processedImages: 2 }];
    await setVisibility(page, 'visible');
    await isDrawn(page, '2/2 completed');
    const atEnd = await countSettled(() => history.requests);
    await pass(page, 30_000);
    expect(history.requests).toBe(atEnd);
    await findCard(page, working.id).waitFor();
  }, options);
});
