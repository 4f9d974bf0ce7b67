import type { Page } from 'playwright-core';
import {
  answerWithJobs,
  createJob,
  createRecipe,
  GPT,
  GROK,
  IMAGEN,
  JOBS_PAGE,
  KEYWORDS,
  makePrompts,
  NEW_JOB_PAGE,
} from '../support/job-pages.ts';
import type { Shot } from './pages.ts';

const PRICES = { upscale: { scale: 2, enhance: false }, keywords: KEYWORDS } as const;

const running = createJob({
  id: 'job-running',
  name: 'Winter animals',
  state: 'running',
  prompts: makePrompts(60),
  lanes: [GPT, IMAGEN, GROK],
  stages: PRICES,
  agency: 'adobe-stock',
  made: [34, 27, 21],
  starred: [1, 4],
  failures: [
    {
      index: 2,
      state: 'failed',
      reason: 'The provider refused this prompt.',
      attempts: 1,
      permanent: 'refused',
    },
    { index: 7, state: 'uncertain', reason: 'Connection lost. You may have been charged.', attempts: 1 },
  ],
});
const choosing = createJob({
  id: 'job-choosing',
  name: 'Paper boats',
  state: 'choosing',
  prompts: makePrompts(12),
  isChosenByHand: true,
  stages: PRICES,
  made: [12, 0, 0],
});
const scheduled = createJob({
  id: 'job-scheduled',
  name: 'Overnight landscapes',
  state: 'scheduled',
  startAt: '2026-11-21T22:00:00.000Z',
  prompts: makePrompts(200),
});
const refused = createJob({
  id: 'job-refused',
  name: 'Studio portraits',
  state: 'refused',
  reason: 'The budget of this month has $3.10 left, and this job may cost $16.80.',
  createdAt: '2026-11-20T18:00:00.000Z',
  prompts: makePrompts(200),
});
const ended = createJob({
  id: 'job-ended',
  name: 'Orange still lifes',
  createdAt: '2026-11-20T09:00:00.000Z',
  prompts: makePrompts(30),
  stages: PRICES,
  agency: 'adobe-stock',
});

/** On a phone, they may be below the screen, where they do not load. */
const waitForPictures = async (page: Page) => {
  await page
    .getByRole('grid')
    .or(page.getByRole('list', { name: 'Jobs' }))
    .waitFor();
  await Promise.race([page.locator('main img').nth(3).waitFor(), page.waitForTimeout(2000)]);
  await page.waitForTimeout(500);
};

const shot = (name: string, path: string, prepare: Shot['prepare']): Shot => ({
  name,
  path,
  as: 'artist',
  prepare,
});

const open =
  (jobs: Parameters<typeof answerWithJobs>[1], after: (page: Page) => Promise<unknown>) =>
  async (page: Page) => {
    await answerWithJobs(page, jobs, [createRecipe(), createRecipe({ id: 'recipe-2', name: 'Quick looks' })]);
    await page.reload();
    await after(page);
  };

export const JOB_SHOTS: readonly Shot[] = [
  shot('jobs', JOBS_PAGE, open([running, choosing, scheduled, refused, ended], waitForPictures)),
  shot(
    'jobs-empty',
    JOBS_PAGE,
    open([], (page) => page.getByText('No jobs yet').waitFor()),
  ),
  shot(
    'new-job',
    NEW_JOB_PAGE,
    open([], async (page) => {
      const prompts = page.getByRole('region', { name: 'Prompts' });
      await prompts
        .getByRole('textbox')
        .first()
        .fill(
          'A {red|gray|arctic} fox {asleep|running} in {fresh snow|a pine forest}, soft light\nAn old lighthouse at dusk',
        );
      await page.getByRole('button', { name: 'Duplicate model' }).click();
      await page.getByRole('switch', { name: 'Upscale' }).check();
      await page.getByRole('switch', { name: 'Keywords' }).check();
      await page.getByText('13 prompts × 2 models').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    }),
  ),
  shot(
    'new-job-stages',
    NEW_JOB_PAGE,
    open([], async (page) => {
      await page.getByRole('switch', { name: 'Upscale' }).check();
      await page.getByRole('switch', { name: 'Stylize' }).check();
      await page.getByRole('switch', { name: 'Keywords' }).check();
      await page.getByRole('region', { name: 'Then' }).evaluate((part) => part.scrollIntoView());
      await page.getByRole('radio', { name: /./ }).last().waitFor();
    }),
  ),
  shot(
    'new-job-problems',
    NEW_JOB_PAGE,
    open([], async (page) => {
      await page.getByRole('radio', { name: 'Later' }).check({ force: true });
      await page.getByRole('button', { name: /^Schedule/ }).click();
      await page.getByText('Add at least one prompt.').first().waitFor();
    }),
  ),
  shot(
    'new-job-half-price',
    NEW_JOB_PAGE,
    open([], async (page) => {
      await page.getByRole('region', { name: 'Prompts' }).getByRole('textbox').first().fill('A red fox');
      await page.getByRole('switch', { name: 'Keywords' }).check();
      await page.getByRole('radio', { name: /^Within 24 hours/ }).check({ force: true });
      await page.getByRole('region', { name: 'Start' }).evaluate((part) => part.scrollIntoView());
    }),
  ),
  shot('job', '/jobs/job-running', open([running], waitForPictures)),
  shot(
    'job-choosing',
    '/jobs/job-choosing',
    open([choosing], async (page) => {
      await waitForPictures(page);
      await page.getByRole('gridcell').nth(0).click();
      await page.getByRole('gridcell').nth(3).click();
    }),
  ),
  shot('job-ended', '/jobs/job-ended', open([ended], waitForPictures)),
  shot(
    'job-scheduled',
    '/jobs/job-scheduled',
    open([scheduled], (page) => page.getByText(/^Starts /).waitFor()),
  ),
  shot(
    'job-refused',
    '/jobs/job-refused',
    open([refused], (page) => page.getByText('This job was not started').waitFor()),
  ),
];
