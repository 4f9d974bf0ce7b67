/** The form of a job: its price, what is missing, drafts and recipes. */
import { getGeminiStats, type GeminiStats } from '@portal/contracts/image-generator';
import { saveRecipe, startPipeline } from '@portal/contracts/pipelines';
import { listPresets, type Preset } from '@portal/contracts/stylizer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { answerWithJobs, createJob, createRecipe, NEW_JOB_PAGE } from '../support/job-pages.ts';
import { PHONE } from '../support/launch-browser.ts';
import { answerWith } from '../support/routes.ts';

const findPrompts = (page: Page) => page.getByRole('textbox', { name: 'Prompts' });
const findSubmit = (page: Page) => page.getByRole('button', { name: /^(Make|Schedule) / });
const findSummary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const findLane = (page: Page, name: string) => page.getByRole('form', { name, exact: true });

/** In a lane, the same option may be offered by several fields. */
const choose = (page: Page, lane: string, field: string, option: string) =>
  findLane(page, lane)
    .getByRole('radiogroup', { name: field, exact: true })
    .getByRole('radio', { name: option, exact: true })
    .check();

const started = createJob({ id: 'job-started', state: 'running', made: [0, 0] });

async function serve(page: Page) {
  await answerWithJobs(page, [started], [createRecipe()]);
  await page.route(`**${startPipeline.path}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 202, json: { success: true, pipelineId: 'job-started' } })
      : route.fallback(),
  );
}

/** Waits for the answer too: a request that is under way when its route is removed goes to the portal. */
const readStart = async (page: Page) => {
  const [answer] = await Promise.all([
    page.waitForResponse(
      (each) => each.request().method() === 'POST' && each.url().endsWith(startPipeline.path),
    ),
    findSubmit(page).click(),
  ]);
  const request = answer.request();
  return { body: startPipeline.body?.parse(request.postDataJSON()), headers: request.headers() };
};

test('shows the price, names what is missing, and starts the job as it was described', async () =>
  withPage(
    async (page) => {
      await findPrompts(page).fill('A {red|gray} fox in the snow\nAn old lighthouse');
      await findSummary(page).getByText('3 prompts × 1 model = 3 pictures').waitFor();
      await page.getByRole('button', { name: 'Add model' }).click();
      await findSummary(page).getByText('3 prompts × 2 models = 6 pictures').waitFor();

      await findSubmit(page).click();
      await findSummary(page).getByText('Model 1: choose Quality, Background, and Output format').waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('gptQuality');

      await choose(page, 'Model 1', 'Quality', 'Low');
      await choose(page, 'Model 1', 'Background', 'Opaque');
      await choose(page, 'Model 1', 'Output format', 'JPEG');
      await choose(page, 'Model 2', 'Provider', 'Grok');
      await page.getByRole('switch', { name: 'Upscale' }).check();
      await page.getByRole('switch', { name: 'Keywords' }).check();
      await page.getByRole('combobox', { name: 'Export for' }).selectOption('adobe-stock');
      // 3 × $0.011, 3 × $0.07 and 6 × $0.004.
      await page.getByRole('button', { name: 'Make 6 pictures for about $0.27' }).waitFor();
      expect(await page.getByRole('list', { name: 'Problems to fix' }).count()).toBe(0);

      const { body, headers } = await readStart(page);
      expect(body).toMatchObject({
        prompts: [
          { prompt: 'A red fox in the snow' },
          { prompt: 'A gray fox in the snow' },
          { prompt: 'An old lighthouse' },
        ],
        lanes: [
          { provider: 'openai', quality: 'low', background: 'opaque', aspectRatio: '1:1' },
          { provider: 'xai', model: 'grok-2-image' },
        ],
        stages: { upscale: { scale: 2, enhance: false }, keywords: { keywordCount: 50 } },
        agency: 'adobe-stock',
      });
      expect(body).not.toHaveProperty('startAt');
      expect(headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
      await page.waitForURL('**/jobs/job-started');
      await page.getByRole('heading', { name: 'Winter set', level: 1 }).waitFor();
    },
    { path: NEW_JOB_PAGE, as: await signIn(newEmail()), arrange: serve },
  ));

test('keeps the draft after a reload, and repeats a lost start with the same key', async () =>
  withPage(
    async (page) => {
      await page.goto(`${NEW_JOB_PAGE}?recipe=recipe-1`);
      await page.getByText('Recipe “Stock, two models” is filled in').first().waitFor();
      expect(new URL(page.url()).search).toBe('');
      await findPrompts(page).fill('A snowy owl');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Owls');
      await page.getByRole('radio', { name: 'Later' }).check({ force: true });
      await page.getByLabel('Date and time').fill('2027-01-02T22:00');
      await findSummary(page).getByText('The start is in the past.').waitFor({ state: 'detached' });
      await page.waitForTimeout(400);
      await page.reload();
      await page.getByRole('button', { name: /^Schedule 2 pictures for about/ }).waitFor();
      expect(await findPrompts(page).inputValue()).toBe('A snowy owl');
      await page.getByLabel('Date and time').fill(await findLocalTime(page, 2));

      await answerWith(page, `**${startPipeline.path}`, { status: 500 });
      const lost = await readStart(page);
      await page.unroute(`**${startPipeline.path}`);
      await serve(page);
      const repeated = await readStart(page);
      expect(repeated.headers['idempotency-key']).toBe(lost.headers['idempotency-key']);
      expect(repeated.body).toMatchObject({ name: 'Owls', agency: 'adobe-stock', lanes: [{}, {}] });
      expect(Date.parse(repeated.body?.startAt ?? '')).toBeGreaterThan(Date.now());
    },
    {
      path: NEW_JOB_PAGE,
      as: await signIn(newEmail()),
      arrange: serve,
      expectedErrors: [/500/],
      hasTouch: false,
    },
  ));

/** So many days from now, as the field wants it. */
const findLocalTime = (page: Page, days: number) =>
  page.evaluate((later) => {
    const at = new Date(Date.now() + later * 86_400_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, days);

const PRESET: Preset = {
  id: 'ink',
  name: 'Ink',
  sampleImages: ['/presets/anime-1.webp'],
  price: 0.04,
  usesGoogleAllowance: true,
};
const STATS: GeminiStats = {
  date: '2026-11-25',
  limit: 500,
  used: 497,
  remaining: 3,
  limitReached: false,
  resetsAt: '2026-11-26T00:00:00.000Z',
};

/** Of one of two models, and then of a style too. */
async function needGemini(page: Page) {
  await findPrompts(page).fill('A snowy owl\nA red fox');
  const left = findSummary(page).getByText(/^Gemini: /);
  await eventually(() => left.innerText()).toBe('Gemini: 3 of today’s 500 pictures left');
  await page.getByRole('switch', { name: 'Stylize' }).check();
  await page.getByRole('radio', { name: 'Ink' }).check({ force: true });
  await eventually(() => left.innerText()).toBe('Gemini: 3 of today’s 500 pictures left, this job needs 6');
}

test('saves, replaces and deletes recipes of the studio', async () =>
  withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Start from a recipe' }).click();
      const dialog = page.getByRole('dialog', { name: 'Start from a recipe' });
      await dialog.getByText('GPT Image 1, Imagen 4 → Upscale → Keywords → Adobe Stock').waitFor();
      await dialog.getByRole('button', { name: 'Use Stock, two models' }).click();
      await findLane(page, 'Model 2').waitFor();
      await needGemini(page);

      const saved: { path: string; body: unknown }[] = [];
      await page.route(`**${saveRecipe.path.replace('{id}', '*')}`, (route) => {
        const { pathname } = new URL(route.request().url());
        if (route.request().method() === 'PUT') {
          const body: unknown = route.request().postDataJSON();
          saved.push({ path: pathname, body });
          return route.fulfill({ json: createRecipe(saveRecipe.body?.parse(body)) });
        }
        saved.push({ path: pathname, body: route.request().method() });
        return route.fulfill({ json: { success: true } });
      });
      const save = page.getByRole('dialog', { name: 'Save as recipe' });
      await page.getByRole('button', { name: 'Save as recipe' }).click();
      await save.getByText('Replaces “Stock, two models”').waitFor();
      await save.getByRole('textbox', { name: 'Name' }).fill('Night set');
      await save.getByRole('button', { name: 'Save recipe' }).click();
      await page.getByText('Recipe “Night set” saved').first().waitFor();
      await page.getByRole('button', { name: 'Save as recipe' }).click();
      await save.getByRole('button', { name: 'Replace recipe' }).click();
      await eventually(async () => saved.length).toBe(2);
      expect(saved[0]?.body).toMatchObject({ name: 'Night set', lanes: [{}, {}] });
      expect(saved[0]?.body).not.toHaveProperty('prompts');
      expect(saved[0]?.path).not.toBe(saved[1]?.path);
      expect(saved[1]?.path).toBe('/api/recipes/recipe-1');

      await page.getByRole('button', { name: 'Start from a recipe' }).click();
      await dialog.getByRole('button', { name: 'Delete Stock, two models' }).click();
      await page.getByRole('button', { name: 'Delete recipe' }).click();
      await eventually(async () => saved.at(-1)).toEqual({ path: '/api/recipes/recipe-1', body: 'DELETE' });
    },
    {
      path: NEW_JOB_PAGE,
      as: await signIn(newEmail()),
      arrange: async (page) => {
        await serve(page);
        await answerWith(page, getGeminiStats.path, { json: { stats: STATS } });
        await answerWith(page, listPresets.path, { json: { presets: [PRESET] } });
      },
    },
  ));

test('fits a phone, with the price and the button above the navigation', async () =>
  withPage(
    async (page) => {
      await findPrompts(page).fill('A snowy owl');
      await findSubmit(page).waitFor();
      const navigation = page.getByRole('navigation', { name: 'Library' });
      const [button, bar] = await Promise.all([findSubmit(page).boundingBox(), navigation.boundingBox()]);
      expect(button && button.y + button.height).toBeLessThan(bar?.y ?? 0);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
      // The list of problems is out of sight.
      await findPrompts(page).fill('');
      await findSubmit(page).click();
      const problem = page.getByText('Add at least one prompt.').last();
      const box = await problem.boundingBox();
      expect(box && box.y + box.height).toBeLessThan(bar?.y ?? 0);
    },
    { path: NEW_JOB_PAGE, as: await signIn(newEmail()), arrange: serve, viewport: PHONE },
  ));

test('refuses more than 1,000 pictures, and says how many prompts fit', async () =>
  withPage(
    async (page) => {
      await findPrompts(page).fill(Array.from({ length: 600 }, (_, index) => `Fox ${index}`).join('\n'));
      await findSummary(page).getByText('600 prompts × 1 model = 600 pictures').waitFor();
      await page.getByRole('button', { name: 'Add model' }).click();
      await findSummary(page).getByText('With 2 models, use at most 500 prompts.').waitFor();
      await page.getByRole('button', { name: 'Remove model 2' }).click();
      await findSummary(page).getByText('use at most 500 prompts').waitFor({ state: 'detached' });
    },
    { path: NEW_JOB_PAGE, as: await signIn(newEmail()), arrange: serve },
  ));
