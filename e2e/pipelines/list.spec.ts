/** Where the list of jobs, Home and the palette lead to. */
import type { Page } from 'playwright-core';
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
  openSteps,
} from '../support/job-pages.ts';
import { navigate } from '../support/navigate.ts';
import { setVisibility } from '../support/page-clock.ts';

const running = createJob({ id: 'job-running', name: 'Foxes', state: 'running', made: [2, 1] });
const scheduled = createJob({
  id: 'job-scheduled',
  name: 'Overnight',
  state: 'scheduled',
  startAt: '2026-11-23T22:00:00.000Z',
});
const choosing = createJob({
  id: 'job-choosing',
  name: 'Owls',
  prompts: makePrompts(30),
  state: 'choosing',
  made: [20, 0],
  failures: [{ index: 3, state: 'failed', reason: 'Refused.', attempts: 1 }],
});
const all = [running, scheduled, choosing];

test('Home, the list, a job and the form have no accessibility violations', async () =>
  withPage(
    async (page) => {
      await checkHome(page);
      await checkForm(page);
      await checkJobs(page);
    },
    {
      as: await signIn(newEmail()),
      arrange: (page) => answerWithJobs(page, all, [createRecipe()]),
    },
  ));

async function checkHome(page: Page) {
  const jobs = page.getByRole('region', { name: 'Jobs' });
  await jobs.getByText('2 of 8 upscaled').waitFor();
  await jobs.getByText('Waiting for your choice').waitFor();
  expect(await jobs.getByRole('link').allInnerTexts()).toEqual(['Foxes', 'Owls']);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Stock, two models' }).click();
  await page.getByText('Recipe “Stock, two models” is filled in').first().waitFor();
  await page.goBack();
  await jobs.getByText('Waiting for your choice').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'New job' }).click();
  await page.getByRole('heading', { name: 'New job', level: 1 }).waitFor();
}

/** With all stages and two models, as the recipe has left it. */
async function checkForm(page: Page) {
  expect(await findViolations(page)).toEqual([]);
  await openSteps(page);
  for (const name of ['Upscale', 'Stylize', 'Keywords']) await page.getByRole('switch', { name }).check();
  await page.getByRole('button', { name: /^Make / }).click();
  await page.getByText('Add at least one prompt.').first().waitFor();
  expect(await findViolations(page)).toEqual([]);
}

/** Empty, and with jobs: one that is scheduled, and one with pictures. */
async function checkJobs(page: Page) {
  await answerWithJobs(page, []);
  await navigate(page, JOBS_PAGE);
  await page.getByText('No jobs yet').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await answerWithJobs(page, all);
  await setVisibility(page, 'visible');
  await page.getByRole('heading', { name: 'Owls' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Overnight' }).click();
  await page.getByText(/^Starts /).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('link', { name: 'Owls' }).click();
  await page.getByRole('grid').waitFor();
  await page.locator('#job-picture-0-0').click();
  expect(await findViolations(page)).toEqual([]);
}
