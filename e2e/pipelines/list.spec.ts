/** The list of jobs, and where Home and the palette lead to them. */
import { listPipelines } from '@portal/contracts/pipelines';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import {
  answerWithJobs,
  createJob,
  createRecipe,
  JOBS_PAGE,
  makePrompts,
  NEW_JOB_PAGE,
} from '../support/job-pages.ts';
import { answerWith } from '../support/routes.ts';

const running = createJob({ id: 'job-running', name: 'Foxes', state: 'running', made: [2, 1] });
const scheduled = createJob({
  id: 'job-scheduled',
  name: 'Overnight',
  state: 'scheduled',
  startAt: '2026-11-23T22:00:00.000Z',
});
const choosing = createJob({ id: 'job-choosing', name: 'Owls', state: 'choosing', made: [4, 0] });
const all = [running, scheduled, choosing];

test('lists jobs with their state, progress and cost', async () =>
  withPage(
    async (page) => {
      const jobs = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
      await jobs.nth(0).getByText('2 of 8 upscaled').waitFor();
      expect(await jobs.getByRole('heading').allInnerTexts()).toEqual(['Foxes', 'Overnight', 'Owls']);
      await jobs.nth(0).getByText('$0.17 of about $0.34').waitFor();
      await jobs.nth(1).getByText('About $0.34').waitFor();
      await jobs.nth(2).getByText('8 of 8 made').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await jobs.nth(1).getByRole('link').click();
      await page.getByText(/^Starts /).waitFor();
      expect(await findViolations(page)).toEqual([]);
    },
    { path: JOBS_PAGE, as: await signIn(newEmail()), arrange: (page) => answerWithJobs(page, all) },
  ));

test('explains an empty list and a failed one', async () =>
  withPage(
    async (page) => {
      await page.getByText('No jobs yet').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await answerWith(page, `**${listPipelines.path}`, { status: 503 });
      await page.reload();
      await page.getByText('The jobs could not be loaded').waitFor();
      await answerWithJobs(page, all);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Foxes' }).waitFor();
    },
    {
      path: JOBS_PAGE,
      as: await signIn(newEmail()),
      arrange: (page) => answerWithJobs(page, []),
      expectedErrors: [/503/],
    },
  ));

test('Home leads to recipes and open jobs, the palette to the form', async () =>
  withPage(
    async (page) => {
      const jobs = page.getByRole('region', { name: 'Jobs' });
      await jobs.getByText('2 of 8 upscaled').waitFor();
      await jobs.getByText('Waiting for your choice').waitFor();
      expect(await jobs.getByRole('link').allInnerTexts()).toEqual(['Foxes', 'Owls']);
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Stock, two models' }).click();
      await page.getByText('Recipe “Stock, two models” is filled in').first().waitFor();
      await page.getByRole('switch', { name: 'Keywords' }).waitFor();
      await page.goto('/');
      await jobs.getByText('Waiting for your choice').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'New job' }).click();
      await page.getByRole('heading', { name: 'New job', level: 1 }).waitFor();
    },
    {
      as: await signIn(newEmail()),
      arrange: (page) => answerWithJobs(page, all, [createRecipe()]),
    },
  ));

test('has no accessibility violations in the form and on the page of a job', async () =>
  withPage(
    async (page) => {
      for (const name of ['Upscale', 'Stylize', 'Keywords']) await page.getByRole('switch', { name }).check();
      await page.getByRole('button', { name: 'Add model' }).click();
      await page.getByRole('button', { name: /^Make / }).click();
      await page.getByText('Add at least one prompt.').first().waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.goto('/jobs/job-big');
      await page.getByRole('grid').waitFor();
      await page.locator('#job-picture-0-0').click();
      expect(await findViolations(page)).toEqual([]);
    },
    {
      path: NEW_JOB_PAGE,
      as: await signIn(newEmail()),
      arrange: (page) =>
        answerWithJobs(page, [
          createJob({
            id: 'job-big',
            prompts: makePrompts(30),
            state: 'choosing',
            made: [20, 0],
            failures: [{ index: 3, state: 'failed', reason: 'Refused.', attempts: 1 }],
          }),
        ]),
    },
  ));
