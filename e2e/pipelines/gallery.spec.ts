/** The gallery of a job with one model, and the choice of its pictures. */
import { choosePictures } from '@portal/contracts/pipelines';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { answerWithJobs, createJob, makePrompts } from '../support/job-pages.ts';
import { navigate } from '../support/navigate.ts';

const CHOOSE_PATH = `**${choosePictures.path.replace('{id}', '*')}`;
const lanes = createJob().pipeline.lanes.slice(0, 1);
const choosing = createJob({
  id: 'job-choosing',
  state: 'choosing',
  isChosenByHand: true,
  lanes,
  prompts: makePrompts(30),
  made: [30, 0],
});
/** More than are rendered at first. */
const VIEWED = 45;
const large = createJob({ id: 'job-large', lanes, prompts: makePrompts(1000) });

const findGallery = (page: Page) => page.getByRole('grid', { name: 'Gallery' });
const findCell = (page: Page, row: number) => page.locator(`#job-picture-${row}-0`);
const findBar = (page: Page) => page.getByRole('toolbar', { name: 'Selected pictures' });
const waitForChosen = (page: Page) => findBar(page).getByText('10 selected').waitFor();

test('keeps ten pictures chosen in the gallery and the viewer, then continues', async () =>
  withPage(
    async (page) => {
      for (const row of [0, 1, 2, 4, 5, 7]) await findCell(page, row).click();
      await chooseInViewer(page);
      await waitForChosen(page);

      await page.reload();
      await waitForChosen(page);
      await page.getByRole('link', { name: 'All jobs' }).click();
      await page.getByRole('link', { name: 'Winter set' }).first().waitFor();
      await page.goBack();
      await waitForChosen(page);

      await page.route(CHOOSE_PATH, async (route) => {
        const pipeline = { ...choosing.pipeline, state: 'running' as const };
        // Later polls find it running, too.
        await answerWithJobs(page, [{ ...choosing, pipeline }, large]);
        await route.fulfill({ json: pipeline });
      });
      const [request] = await Promise.all([
        page.waitForRequest(CHOOSE_PATH),
        findBar(page).getByRole('button', { name: 'Continue with 10 pictures' }).click(),
      ]);
      const batchId = 'job-choosing-0-0-image-generator';
      expect(request.postDataJSON()).toEqual({
        pictures: [0, 1, 2, 4, 5, 7, 10, 11, 13, 14].map((index) => ({ batchId, index })),
      });
      await findBar(page).waitFor({ state: 'detached' });
      await page.reload();
      await findGallery(page).waitFor();
      expect(await findBar(page).count()).toBe(0);
      await showLarge(page);
    },
    {
      path: '/jobs/job-choosing',
      as: await signIn(newEmail()),
      arrange: (page) => answerWithJobs(page, [choosing, large]),
    },
  ));

/** Four of five, with keys only, three pictures after the one that was clicked last. */
async function chooseInViewer(page: Page) {
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  const viewer = page.getByRole('dialog');
  await viewer.getByText('11 / 30').waitFor();
  for (const key of ['p', 'p', 'x', 'Space', 'ArrowRight', 'p']) await page.keyboard.press(key);
  await viewer.getByText('16 / 30').waitFor();
  await viewer.getByText('Not chosen, 10 chosen').waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('job-picture-15-0');
}

/** A thousand pictures fill the width, and only those near the screen are rendered. */
async function showLarge(page: Page) {
  await navigate(page, '/jobs/job-large');
  await findGallery(page).waitFor();
  await eventually(async () => (await findGallery(page).boundingBox())?.height ?? 0).toBeGreaterThan(20_000);
  expect((await findGallery(page).boundingBox())?.height).toBeLessThan(70_000);
  expect(await findGallery(page).getByRole('gridcell').count()).toBeLessThan(100);
  const [gallery, section] = await Promise.all([
    findGallery(page).boundingBox(),
    page.getByRole('region', { name: 'Pictures' }).boundingBox(),
  ]);
  expect(gallery?.width).toBe(section?.width);
  await findCell(page, 0).focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await viewer.getByText('1 / 1000').waitFor();
  for (let moves = 0; moves < VIEWED; moves++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe(`job-picture-${VIEWED}-0`);
  await page.keyboard.press('End');
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('job-picture-999-0');
}
