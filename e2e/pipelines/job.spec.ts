/** The page of a job: stages, side by side, choice and actions. */
import type { BatchImage } from '@portal/contracts/batch-calls';
import { checkExport } from '@portal/contracts/exports';
import { starPictures } from '@portal/contracts/library';
import {
  cancelPipeline,
  choosePictures,
  getPipeline,
  listPipelinePrompts,
  retryPipeline,
  startPipeline,
} from '@portal/contracts/pipelines';
import { upscaleCalls } from '@portal/contracts/upscale';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { expectFocusAfterFailure } from '../support/expect-focus-after-failure.ts';
import { eventually } from '../support/generator-page.ts';
import { answerWithJobs, createJob, KEYWORDS, makePrompts } from '../support/job-pages.ts';
import { hasFocus } from '../support/keyboard.ts';
import { PHONE } from '../support/launch-browser.ts';
import { answerWith } from '../support/routes.ts';

const findGrid = (page: Page) => page.getByRole('grid', { name: 'Side by side' });
const findCell = (page: Page, row: number, lane: number) => page.locator(`#job-picture-${row}-${lane}`);
const findBar = (page: Page) => page.getByRole('toolbar', { name: 'Selected pictures' });
const findFocus = (page: Page) => page.evaluate(() => document.activeElement?.id);
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
      await eventually(() => findFocus(page)).toBe('job-picture-1-0');
      await page.keyboard.press('Tab');
      await findCell(page, 0, 0).focus();
      await page.keyboard.press('Control+End');
      await eventually(() => findFocus(page)).toBe('job-picture-249-1');
    },
    {
      path: '/jobs/job-running',
      as: await signIn(newEmail()),
      arrange: async (page) => {
        await answerWithJobs(page, [running]);
        await answerWith(page, pathOf(starPictures), { json: { success: true, starred: [] } });
      },
    },
  ));

test('continues with the chosen pictures, and says what that costs', async () => {
  const choosing = createJob({
    id: 'job-choosing',
    state: 'choosing',
    prompts: makePrompts(6),
    stages: STAGES,
    isChosenByHand: true,
    made: [6, 0, 0],
    starred: [4],
  });
  await withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Choose the pictures to continue with' }).waitFor();
      const none = findBar(page).getByRole('button', { name: 'Continue with none' });
      await expectFocusAfterFailure(page, pathOf(choosePictures), none, async () => {
        await none.click();
        await page.getByRole('button', { name: 'End the job' }).click();
      });

      await findCell(page, 0, 0).tap();
      await findCell(page, 1, 1).tap();
      await findBar(page).getByText('2 selected · about $0.002 to continue').waitFor();
      await findCell(page, 0, 0).tap();
      await findBar(page).getByRole('button', { name: 'Select 2 starred' }).click();
      await answerWith(page, pathOf(choosePictures), {
        json: { ...choosing.pipeline, state: 'running' },
      });
      const [request] = await Promise.all([
        page.waitForRequest(pathOf(choosePictures)),
        findBar(page).getByRole('button', { name: 'Continue with 2 pictures' }).click(),
      ]);
      expect(request.postDataJSON()).toEqual({
        pictures: [
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
    },
    {
      path: '/jobs/job-choosing',
      as: await signIn(newEmail()),
      viewport: PHONE,
      hasTouch: true,
      arrange: (page) => answerWithJobs(page, [choosing]),
      expectedErrors: [/500/],
    },
  );
});

test('asks before it cancels, and before it retries what may be charged twice', async () => {
  const uncertain = { index: 1, state: 'uncertain', reason: 'Connection lost.', attempts: 1 } as const;
  const ended = createJob({ id: 'job-ended', prompts: makePrompts(4), failures: [uncertain] });
  ended.pipeline.batches = ended.pipeline.batches.map((batch) =>
    batch.tool === 'image-generator' ? { ...batch, failedCount: 0, uncertainCount: 1 } : batch,
  );
  await withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click();
      const question = page.getByRole('dialog', { name: 'Cancel this job?' });
      await answerWith(page, pathOf(cancelPipeline), { json: { ...running.pipeline, state: 'cancelled' } });
      await Promise.all([
        page.waitForRequest(pathOf(cancelPipeline)),
        question.getByRole('button', { name: 'Cancel job' }).click(),
      ]);
      await eventually(() => hasFocus(page.getByRole('status').filter({ hasText: 'Stopping' }))).toBe(true);

      await page.goto('/jobs/job-ended');
      await page.getByText('Partly done').waitFor();
      await page.getByRole('button', { name: 'Export for agency…' }).click();
      await page.getByRole('dialog', { name: 'Export for agency' }).waitFor();
      await page.keyboard.press('Escape');
      await eventually(() => hasFocus(page.getByRole('button', { name: 'Export for agency…' }))).toBe(true);

      await page.getByRole('button', { name: 'Retry 2 uncertain pictures' }).click();
      const warning = page.getByRole('dialog', { name: 'Retry 2 uncertain pictures?' });
      await warning.getByText('You may be charged twice for them.').waitFor();
      await answerWith(page, pathOf(retryPipeline), {
        status: 202,
        json: { success: true, pipelineId: 'job-running' },
      });
      const [request] = await Promise.all([
        page.waitForRequest(pathOf(retryPipeline)),
        warning.getByRole('button', { name: 'Retry' }).click(),
      ]);
      expect(request.postDataJSON()).toEqual({ includeUncertain: true });
      await page.waitForURL('**/jobs/job-running');
    },
    {
      path: '/jobs/job-running',
      as: await signIn(newEmail()),
      arrange: async (page) => {
        await answerWithJobs(page, [running, ended]);
        await answerWith(page, pathOf(upscaleCalls.images), { json: { images: [PICTURE] } });
        await answerWith(page, checkExport.path, { status: 500 });
      },
      expectedErrors: [/500/],
    },
  );
});

test('says why a job was not started, starts it now, and sends it again', async () => {
  const refused = createJob({
    id: 'job-refused',
    state: 'refused',
    reason: 'The budget of this month is used up.',
    prompts: makePrompts(3),
  });
  const prompts = [{ prompt: 'A snowy owl', name: 'Owl' }, { prompt: 'A fox' }];
  await withPage(
    async (page) => {
      await page.getByText('The budget of this month is used up. You were not charged.').waitFor();
      const start = page.getByRole('button', { name: 'Start now for about $0.25' });
      await expectFocusAfterFailure(page, pathOf(listPipelinePrompts), start, () => start.click());
      await answerWith(page, pathOf(listPipelinePrompts), { json: { prompts } });
      await answerWith(page, `**${startPipeline.path}`, {
        status: 202,
        json: { success: true, pipelineId: 'job-running' },
      });
      const [request] = await Promise.all([
        page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith(startPipeline.path)),
        start.click(),
      ]);
      expect(request.postDataJSON()).toMatchObject({ prompts, lanes: [{}, {}], name: 'Winter set' });
      // Another tab, or a click after Back, starts no second job.
      expect(request.headers()['idempotency-key']).toBe('start-job-refused');
      await page.waitForURL('**/jobs/job-running');

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Send again' }).click();
      await page.waitForURL('**/jobs/new');
      await page.getByText('2 prompts × 2 models = 4 pictures').waitFor();
      await page.getByRole('switch', { name: 'Upscale' }).waitFor();
      expect(await page.getByRole('switch', { name: 'Upscale' }).isChecked()).toBe(true);
    },
    {
      path: '/jobs/job-refused',
      as: await signIn(newEmail()),
      arrange: (page) => answerWithJobs(page, [refused, running]),
      expectedErrors: [/500/],
    },
  );
});

test('says that a job is gone, or could not be loaded', async () =>
  withPage(
    async (page) => {
      await page.getByText('Job not found').waitFor();
      await answerWith(page, pathOf(getPipeline), { status: 503 });
      await page.goto('/jobs/job-other');
      await page.getByText('The job could not be loaded').waitFor();
      await answerWithJobs(page, [createJob({ id: 'job-other' })]);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Winter set', level: 1 }).waitFor();
    },
    {
      path: '/jobs/job-gone',
      as: await signIn(newEmail()),
      arrange: async (page) => {
        await answerWithJobs(page, []);
        await answerWith(page, pathOf(getPipeline), { status: 404, json: { error: { message: 'x' } } });
      },
      expectedErrors: [/404/, /503/],
    },
  ));
