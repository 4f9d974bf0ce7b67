/** The page of a job, and its form on a phone. */
import type { ItemFailure } from '@portal/contracts/batches';
import type { BatchImage } from '@portal/contracts/batch-calls';
import { checkExport } from '@portal/contracts/exports';
import { generatorCalls } from '@portal/contracts/image-generator';
import { starPictures } from '@portal/contracts/library';
import { cancelPipeline, choosePictures, type PipelineState } from '@portal/contracts/pipelines';
import { upscaleCalls } from '@portal/contracts/upscale';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { expectFocusAfterFailure } from '../support/expect-focus-after-failure.ts';
import { eventually } from '../support/generator-page.ts';
import {
  answerWithJobs,
  createJob,
  createRecipe,
  KEYWORDS,
  makePrompts,
  type MockedJob,
  NEW_JOB_PAGE,
  openSteps,
} from '../support/job-pages.ts';
import { hasFocus } from '../support/keyboard.ts';
import { PHONE } from '../support/launch-browser.ts';
import { navigate } from '../support/navigate.ts';
import { readSettled } from '../support/read-settled.ts';
import { answerWith } from '../support/routes.ts';

const findGrid = (page: Page) => page.getByRole('grid', { name: 'Side by side' });
const findCell = (page: Page, row: number, lane: number) => page.locator(`#job-picture-${row}-${lane}`);
const findBar = (page: Page) => page.getByRole('toolbar', { name: 'Selected pictures' });
const findFocus = (page: Page) => page.evaluate(() => document.activeElement?.id);
const findPrompts = (page: Page) => page.getByRole('textbox', { name: 'Prompts' });
const findSubmit = (page: Page) => page.getByRole('button', { name: /^(Make|Schedule) / });
const pathOf = (call: { path: string }) => `**${call.path.replace('{id}', '*')}`;

const STAGES = { upscale: { scale: 2, enhance: false }, keywords: KEYWORDS } as const;

const PICTURE: BatchImage = {
  index: 0,
  fileName: 'fox.jpg',
  webUrl: '',
  thumbnailUrl: '',
  width: 300,
  height: 200,
  bytes: 4000,
};

const running = createJob({
  id: 'job-running',
  state: 'running',
  prompts: makePrompts(250),
  stages: STAGES,
  made: [40, 30, 20],
  starred: [1],
  failures: [{ index: 2, state: 'failed', reason: 'The provider refused this prompt.', attempts: 1 }],
});

const ended = createJob({ id: 'job-ended', name: 'Spring set', prompts: makePrompts(4) });

test('shows prompts by models, moves by keys, stars, and opens pictures between models', async () =>
  withPage(
    async (page) => {
      const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
      await eventually(() => stages.count()).toBe(3);
      await stages
        .filter({ hasText: 'Upscale' })
        .getByText(/waiting/)
        .waitFor();
      await findGrid(page).getByRole('columnheader', { name: 'GPT Image 1' }).waitFor();
      await findGrid(page).getByText('The provider refused this prompt.').first().waitFor();
      // Only rows near the screen are rendered.
      expect(await findGrid(page).getAttribute('aria-rowcount')).toBe('251');
      expect(await findGrid(page).getByRole('rowheader').count()).toBeLessThan(20);

      await findCell(page, 0, 0).focus();
      await page.keyboard.press('ArrowRight');
      await eventually(() => findFocus(page)).toBe('job-picture-0-1');
      await page.keyboard.press('ArrowDown');
      await eventually(() => findFocus(page)).toBe('job-picture-1-1');
      const starred = page.waitForRequest(pathOf(starPictures));
      await page.keyboard.press('s');
      expect((await starred).postDataJSON()).toEqual({ remove: [1] });

      await page.keyboard.press('Space');
      await page.keyboard.press('Shift+ArrowLeft');
      await findBar(page).getByText('2 selected').waitFor();
      await page.keyboard.press('Escape');
      await findBar(page).waitFor({ state: 'detached' });

      await findCell(page, 1, 0).focus();
      await page.keyboard.press('Enter');
      const viewer = page.getByRole('dialog');
      await viewer.getByText('3 / 240').waitFor();
      await page.keyboard.press('ArrowRight');
      await viewer.getByText('4 / 240').waitFor();
      await page.keyboard.press('Escape');
      await viewer.waitFor({ state: 'detached' });
      await eventually(() => findFocus(page)).toBe('job-picture-1-1');

      await findGrid(page).getByRole('button', { name: 'Select all of GPT Image 1' }).click();
      await findBar(page).getByText('120 selected').waitFor();
      await findBar(page).getByRole('button', { name: 'Send to' }).waitFor();
      await findBar(page).getByRole('button', { name: 'Clear' }).click();
      // The one that the viewer showed last.
      await eventually(() => findFocus(page)).toBe('job-picture-1-1');
      await page.keyboard.press('Tab');
      await findCell(page, 0, 0).focus();
      await page.keyboard.press('Control+End');
      await eventually(() => findFocus(page)).toBe('job-picture-249-1');

      await cancelJob(page);
      await exportJob(page);
    },
    {
      path: '/jobs/job-running',
      as: await signIn(newEmail()),
      arrange: async (page) => {
        await answerWithJobs(page, [running, ended]);
        await answerWith(page, pathOf(starPictures), { json: { success: true, starred: [] } });
        await answerWith(page, pathOf(upscaleCalls.images), { json: { images: [PICTURE] } });
        await answerWith(page, checkExport.path, { status: 500 });
      },
      expectedErrors: [/500/],
    },
  ));

const STEADY_FAILURES: ItemFailure[] = [
  { index: 4, state: 'failed', reason: 'It broke.', attempts: 3 },
  { index: 5, state: 'failed', permanent: 'refused', reason: 'Refused.', attempts: 1 },
];
const CHECKED: BatchImage[] = [0, 1, 2, 3].map((index) => ({
  ...PICTURE,
  index,
  checks: { measures: { hash: '0123456789abcdef', sharpness: 2, flaws: [{ kind: 'soft', measure: 2 }] } },
}));

test.each(['one model', 'two models'])('with %s, nothing moves when a job asks or ends', async (models) => {
  const create = (state: PipelineState, made: number[]) => {
    const job = {
      id: 'job-steady',
      state,
      prompts: makePrompts(6),
      stages: STAGES,
      isChosenByHand: true,
      made,
    };
    const { lanes } = createJob().pipeline;
    return createJob({
      ...job,
      lanes: models === 'one model' ? lanes.slice(0, 1) : lanes,
      failures: STEADY_FAILURES,
    });
  };
  const making = create('running', [3, 0, 0]);
  await withPage(
    async (page) => {
      /** Where the pictures are at each width. */
      const findPlaces = async (job: MockedJob, word: string) => {
        await answerWithJobs(page, [job]);
        await answerWith(page, pathOf(generatorCalls.images), { json: { images: CHECKED } });
        await page.getByRole('status').filter({ hasText: word }).waitFor();
        // The checks are read once all pictures are made.
        const soft = page.getByRole('gridcell', { name: /Soft/ }).first();
        if (job !== making) await soft.waitFor();
        const pictures = page.getByRole('grid', { name: /Gallery|Side by side/ });
        const places: number[] = [];
        for (const width of [360, 768, 1280, 2560]) {
          await page.setViewportSize({ width, height: 800 });
          places.push(await readSettled(page, async () => (await pictures.boundingBox())?.y ?? 0));
        }
        return places;
      };
      const before = await findPlaces(making, 'Running');
      expect(await findPlaces(create('choosing', [4, 0, 0]), 'Waiting for your choice')).toEqual(before);
      const later = await findPlaces(create('running', [4, 4, 3]), 'Running');
      expect(await findPlaces(create('ended', [4, 4, 4]), 'Partly done')).toEqual(later);
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      await page.setViewportSize(PHONE);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit 1 refused prompt' }).waitFor();
    },
    {
      path: '/jobs/job-steady',
      as: await signIn(newEmail()),
      arrange: (page) => answerWithJobs(page, [making]),
    },
  );
});

/** The button that had the focus is gone afterwards. */
async function cancelJob(page: Page) {
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this job?' });
  await page.route(pathOf(cancelPipeline), async (route) => {
    const pipeline = { ...running.pipeline, state: 'cancelled' as const };
    // Later polls find it cancelled, too.
    await answerWithJobs(page, [{ ...running, pipeline }, ended]);
    await route.fulfill({ json: pipeline });
  });
  await question.getByRole('button', { name: 'Cancel job' }).click();
  await eventually(() => hasFocus(page.getByRole('status').filter({ hasText: 'Stopping' }))).toBe(true);
}

/** Its button is disabled while the dialog opens. */
async function exportJob(page: Page) {
  await page.getByRole('link', { name: 'All jobs' }).click();
  await page.getByRole('link', { name: 'Spring set' }).click();
  const button = page.getByRole('button', { name: 'Export for agency…' });
  await button.click();
  await page.getByRole('dialog', { name: 'Export for agency' }).waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => hasFocus(button)).toBe(true);
}

test('on a phone, continues with chosen pictures, and keeps the draft of a job', async () => {
  const create = (made: number) =>
    createJob({
      id: 'job-choosing',
      state: 'choosing',
      prompts: makePrompts(6),
      stages: STAGES,
      isChosenByHand: true,
      made: [made, 0, 0],
      starred: [4],
    });
  const choosing = create(6);
  await withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Choose the pictures to continue with' }).waitFor();
      // All could not be chosen yet.
      await eventually(() => findGrid(page).locator('[data-made]').count()).toBe(10);
      expect(await findBar(page).count()).toBe(0);
      await answerWithJobs(page, [choosing], [createRecipe()]);
      const none = findBar(page).getByRole('button', { name: 'Continue with none' });
      await expectFocusAfterFailure(page, pathOf(choosePictures), none, async () => {
        await none.click();
        await page.getByRole('button', { name: 'End the job' }).click();
      });

      await findCell(page, 0, 0).tap();
      await findBar(page).getByText('1 selected ·').waitFor();
      await findCell(page, 1, 1).tap();
      await findBar(page).getByText('2 selected · about $0.0020 to continue').waitFor();
      await findCell(page, 0, 0).tap();
      await findBar(page).getByRole('button', { name: 'Select 2 starred' }).click();
      await answerWith(page, pathOf(choosePictures), {
        json: { ...choosing.pipeline, state: 'running' },
      });
      const [request] = await Promise.all([
        page.waitForRequest(pathOf(choosePictures)),
        findBar(page).getByRole('button', { name: 'Continue with 3 pictures' }).click(),
      ]);
      expect(request.postDataJSON()).toEqual({
        pictures: [
          { batchId: 'job-choosing-1-0-image-generator', index: 1 },
          { batchId: 'job-choosing-0-0-image-generator', index: 4 },
          { batchId: 'job-choosing-1-0-image-generator', index: 4 },
        ],
      });
      await page.getByRole('heading', { name: 'Choose the pictures to continue with' }).waitFor({
        state: 'detached',
      });
      await eventually(() => findFocus(page)).toBe('job-picture-0-0');
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
      await fillForm(page);
    },
    {
      path: '/jobs/job-choosing',
      as: await signIn(newEmail()),
      viewport: PHONE,
      hasTouch: true,
      // The history is behind the job.
      arrange: (page) =>
        answerWithJobs(page, [{ ...choosing, batches: create(5).batches }], [createRecipe()]),
      expectedErrors: [/500/],
    },
  );
});

/** The price and the button are above the navigation. */
async function fillForm(page: Page) {
  await navigate(page, `${NEW_JOB_PAGE}?recipe=recipe-1`);
  await page.waitForURL(`**${NEW_JOB_PAGE}`);
  await findPrompts(page).fill('A snowy owl');
  // It was saved by the page, when it was left.
  await page.reload();
  await page.getByRole('button', { name: 'Models' }).waitFor();
  // What was filled in is folded.
  await page.getByText('1 prompt', { exact: true }).waitFor();
  expect(await page.getByRole('form', { name: 'Model 2' }).isVisible()).toBe(false);
  await page.getByText('GPT Image 1, Imagen 4', { exact: true }).waitFor();
  await findSubmit(page).waitFor();
  const navigation = page.getByRole('navigation', { name: 'Library' });
  const [button, bar] = await Promise.all([findSubmit(page).boundingBox(), navigation.boundingBox()]);
  expect(button && button.y + button.height).toBeLessThan(bar?.y ?? 0);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  // The rest of the summary is out of sight.
  await openSteps(page);
  await page.getByRole('form', { name: 'Model 2' }).waitFor();
  await page.getByRole('switch', { name: 'Upscale' }).uncheck();
  const refused = page.getByText(/^GPT Image 1: .* Adobe Stock would refuse that/);
  await refused.waitFor();
  const [size, below] = await Promise.all([refused.boundingBox(), findSubmit(page).boundingBox()]);
  expect(size?.y).toBeGreaterThan(0);
  expect(size && size.y + size.height).toBeLessThan(below?.y ?? 0);
  await findPrompts(page).fill('');
  await findSubmit(page).click();
  const problem = page.getByText('Add at least one prompt.').last();
  const box = await problem.boundingBox();
  expect(box && box.y + box.height).toBeLessThan(bar?.y ?? 0);
}
