import { getKeywordPrice } from '@portal/contracts/keyword-generator';
import { saveRecipe, startPipeline } from '@portal/contracts/pipelines';
import { getPricing } from '@portal/contracts/pricing';
import { listPresets, type Preset } from '@portal/contracts/stylizer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readLocation } from '../../testing/open-part.tsx';
import { readToast } from '../../client/toast/toast-store.ts';
import { NO_PRICES } from '../../tools/generation/estimate.ts';
import { hasUnsent } from './form/prompts-draft.ts';
import { toLocalTime } from './form/start-time.ts';
import { createJob, createRecipe } from './testing/create-job.ts';
import { openJobs, serveJobs } from './testing/open-jobs.tsx';

const isStart = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === startPipeline.path;

function answerPrices({ path }: { path: string }): Response | undefined {
  if (path === getPricing.path) return Response.json(NO_PRICES);
  return path === getKeywordPrice.path ? Response.json({ price: 0.004, provider: 'openai' }) : undefined;
}

const findPrompts = () => screen.getByLabelText<HTMLTextAreaElement>('Prompts', { selector: 'textarea' });
const fill = (field: Element, value: string) => fireEvent.change(field, { target: { value } });
const findSummary = () => within(screen.getByRole('region', { name: 'Summary' }));
const findSubmit = () => findSummary().getByRole('button', { name: /^(Make|Schedule) / });
const findDialog = (name: string) => within(screen.getByRole('dialog', { name }));

/** In a lane, the same option may be offered by several fields. */
const choose = (lane: string, field: string, option: string) =>
  fireEvent.click(
    within(
      within(screen.getByRole('form', { name: lane })).getByRole('radiogroup', { name: field }),
    ).getByLabelText(option),
  );

test('shows the price, names what is missing, and starts the job as it was described', async () => {
  const { requests } = serveJobs({
    jobs: [createJob({ id: 'job-started', state: 'running', made: [0, 0] })],
    answer: (request) => {
      if (!isStart(request)) return answerPrices(request);
      return Response.json({ success: true, pipelineId: 'job-started' }, { status: 202 });
    },
  });
  const user = openJobs('/jobs/new');
  fill(findPrompts(), 'A {red|gray} fox in the snow\nAn old lighthouse');
  await screen.findByText('3 prompts × 1 model = 3 pictures');
  await user.click(screen.getByText('Add model'));
  await screen.findByText('3 prompts × 2 models = 6 pictures');

  // Before a click, too.
  await findSummary().findByText('Model 1: choose Quality, Background, and Output format');
  await user.click(findSubmit());
  expect(document.activeElement?.getAttribute('name')).toBe('gptQuality');

  choose('Model 1', 'Quality', 'Low');
  choose('Model 1', 'Background', 'Opaque');
  choose('Model 1', 'Output format', 'JPEG');
  choose('Model 2', 'Provider', 'Grok');
  await user.click(screen.getByLabelText('Upscale'));
  await user.click(screen.getByLabelText('Keywords'));
  await user.selectOptions(screen.getByLabelText('Export for'), 'adobe-stock');
  // 3 × $0.011, 3 × $0.07 and 6 × $0.004.
  await waitFor(() => expect(findSubmit().textContent).toBe('Make 6 pictures for about $0.27'));
  expect(screen.queryByRole('list', { name: 'Problems to fix' })).toBeNull();
  // The lines are $0.03, $0.21 and $0.02.
  expect(findSummary().getByRole('row', { name: /^Total/ }).textContent).toBe('TotalAbout $0.27');

  await user.click(findSubmit());
  await waitFor(() => expect(readLocation()).toBe('/jobs/job-started'));
  expect(await screen.findByRole('heading', { name: 'Winter set' })).toBeDefined();
  const { body, headers } = requests.find(isStart) ?? {};
  expect(startPipeline.body?.parse(body)).toMatchObject({
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
  expect(headers?.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  // A job has them now.
  expect(hasUnsent('ada')).toBe(false);
});

test('keeps the draft when opened again, and repeats a lost start with the same key', async () => {
  let start = () => new Response('{}', { status: 500 });
  const { requests } = serveJobs({
    recipes: [createRecipe()],
    answer: (request) => (isStart(request) ? start() : answerPrices(request)),
  });
  const before = openJobs('/jobs/new?recipe=recipe-1');
  await waitFor(() => expect(readToast()?.title).toBe('Recipe “Stock, two models” is filled in'));
  await waitFor(() => expect(readLocation()).toBe('/jobs/new'));
  fill(findPrompts(), 'A snowy owl');
  fill(screen.getByLabelText('Name'), 'Owls');
  await before.click(screen.getByLabelText('Later'));
  fill(screen.getByLabelText('Date and time'), '2020-01-02T22:00');
  await before.click(findSubmit());
  await findSummary().findByText('The start is in the past. Choose a later time.');
  const tomorrow = toLocalTime(new Date(Date.now() + 86_400_000));
  fill(screen.getByLabelText('Date and time'), tomorrow);
  await waitFor(() => expect(findSummary().queryByText(/^The start is in the past/)).toBeNull());
  before.unmount();

  const user = openJobs('/jobs/new');
  await waitFor(() => expect(findSubmit().textContent).toMatch(/^Schedule 2 pictures for about/));
  expect(findPrompts().value).toBe('A snowy owl');
  await user.click(findSubmit());
  await waitFor(() => expect(readToast()).toMatchObject({ title: 'Error', isDestructive: true }));
  start = () => Response.json({ success: true, pipelineId: 'job-1' }, { status: 202 });
  await user.click(findSubmit());
  await waitFor(() => expect(readLocation()).toBe('/jobs/job-1'));
  const [lost, repeated] = requests.filter(isStart);
  expect(repeated?.headers.get('idempotency-key')).toBe(lost?.headers.get('idempotency-key'));
  expect(repeated?.body).toMatchObject({
    name: 'Owls',
    agency: 'adobe-stock',
    lanes: [{}, {}],
    startAt: new Date(tomorrow).toISOString(),
  });
});

const PRESET: Preset = {
  id: 'ink',
  name: 'Ink',
  sampleImages: ['/presets/anime-1.webp'],
  price: 0.04,
  provider: 'google',
};

test('says how much of the Gemini allowance a job needs', async () => {
  serveJobs({
    recipes: [createRecipe()],
    answer: ({ path }) => (path === listPresets.path ? Response.json({ presets: [PRESET] }) : undefined),
  });
  const user = openJobs('/jobs/new?recipe=recipe-1');
  fill(findPrompts(), 'A snowy owl\nA red fox');
  // Of one of two models, and then of a style too.
  await findSummary().findByText('Gemini: 3 of today’s 500 pictures left');
  await user.click(screen.getByLabelText('Stylize'));
  await user.click(await screen.findByLabelText(/^Ink/));
  expect(
    await findSummary().findByText('Gemini: 3 of today’s 500 pictures left, this job needs 6'),
  ).toBeDefined();
});

test('fills the form from a recipe, and saves, replaces and deletes recipes', async () => {
  const { requests } = serveJobs({
    recipes: [createRecipe()],
    answer: ({ method, body }) => {
      if (method === 'DELETE') return Response.json({ success: true });
      return method === 'PUT' ? Response.json(createRecipe(saveRecipe.body?.parse(body))) : undefined;
    },
  });
  const findChanges = () => requests.filter(({ method }) => method !== 'GET');
  const user = openJobs('/jobs/new');
  await user.click(screen.getByText('Start from a recipe'));
  const recipes = () => findDialog('Start from a recipe');
  await recipes().findByText(/GPT Image 1, Imagen 4 › Upscale › Keywords › Adobe Stock/);
  await user.click(recipes().getByRole('button', { name: 'Use Stock, two models' }));
  await screen.findByRole('form', { name: 'Model 2' });

  await user.click(screen.getByText('Save as recipe'));
  await findDialog('Save as recipe').findByText(/^Replaces “Stock, two models”/);
  fill(findPrompts(), 'A fox');
  const name = findDialog('Save as recipe').getByLabelText('Name');
  fill(name, 'Night set');
  // Outside of the dialog it would start the job.
  fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(readToast()?.title).toBe('Recipe “Night set” saved'));
  expect(requests.filter(isStart)).toEqual([]);
  await user.click(screen.getByText('Save as recipe'));
  await user.click(findDialog('Save as recipe').getByRole('button', { name: 'Replace recipe' }));
  await waitFor(() => expect(findChanges()).toHaveLength(2));
  const [saved, replaced] = findChanges();
  expect(saved?.body).toMatchObject({ name: 'Night set', lanes: [{}, {}] });
  expect(saved?.body).not.toHaveProperty('prompts');
  expect(saved?.path).not.toBe(replaced?.path);
  expect(replaced?.path).toBe('/api/recipes/recipe-1');

  await user.click(screen.getByText('Start from a recipe'));
  await user.click(recipes().getByRole('button', { name: 'Delete Stock, two models' }));
  await user.click(findDialog('Delete “Stock, two models”?').getByRole('button', { name: 'Delete recipe' }));
  await waitFor(() =>
    expect(findChanges().at(-1)).toMatchObject({ path: '/api/recipes/recipe-1', method: 'DELETE' }),
  );
});

test('offers to replace a recipe that a colleague has just saved', async () => {
  const { served } = serveJobs({ recipes: [createRecipe()] });
  const user = openJobs('/jobs/new?recipe=recipe-1');
  await waitFor(() => expect(readLocation()).toBe('/jobs/new'));
  const open = async () => {
    await user.click(screen.getByText('Save as recipe'));
    fill(findDialog('Save as recipe').getByLabelText('Name'), 'Night set');
  };
  await open();
  await user.click(findDialog('Save as recipe').getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  served.recipes = [createRecipe(), createRecipe({ id: 'recipe-2', name: 'Night set' })];
  await open();
  await findDialog('Save as recipe').findByText(/^Replaces “Night set”/);
});

test('folds what is filled in to one line, and opens it on request or for a problem', async () => {
  serveJobs({ recipes: [createRecipe()], answer: answerPrices });
  const before = openJobs('/jobs/new?recipe=recipe-1');
  await waitFor(() => expect(readLocation()).toBe('/jobs/new'));
  before.unmount();
  const user = openJobs('/jobs/new');
  const step = (name: string) => screen.getByRole('button', { name });
  const listOpen = () =>
    ['Prompts', 'Models', 'Then', 'Start'].filter(
      (name) => step(name).getAttribute('aria-expanded') === 'true',
    );
  expect(listOpen()).toEqual(['Prompts']);
  expect(screen.queryByRole('form', { name: 'Model 1' })).toBeNull();
  expect(screen.getByText('GPT Image 1, Imagen 4').hidden).toBe(false);
  expect(screen.getByText('Upscale 4x, Keywords · for Adobe Stock').hidden).toBe(false);

  await user.click(step('Models'));
  expect(screen.getByRole('form', { name: 'Model 1' })).toBeDefined();
  await user.click(step('Models'));
  expect(listOpen()).toEqual(['Prompts']);

  // Filled, it folds when another step is opened.
  fill(findPrompts(), 'A snowy owl');
  await screen.findByText('1 prompt × 2 models = 2 pictures');
  await user.click(step('Models'));
  expect(listOpen()).toEqual(['Models']);
  await user.click(step('Prompts'));
  expect(listOpen()).toEqual(['Prompts']);
  await user.click(step('Prompts'));
  expect(listOpen()).toEqual([]);

  await user.click(screen.getByLabelText('Stylize'));
  await user.click(await findSummary().findByText('Stylize: choose a style.'));
  expect(listOpen()).toEqual(['Then']);
  await user.click(step('Models'));
  expect(listOpen()).toEqual(['Models', 'Then']);
  await user.click(await findSummary().findByText('Stylize: choose a style.'));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Then' }));
  await user.click(screen.getByText('Open all steps'));
  expect(listOpen()).toEqual(['Prompts', 'Models', 'Then', 'Start']);
  expect(screen.queryByText('Open all steps')).toBeNull();
  await user.click(screen.getByLabelText('Upscale'));
  expect(listOpen()).toEqual(['Prompts', 'Models', 'Then', 'Start']);
});

test('refuses more than 1,000 pictures, and says how many prompts fit', async () => {
  serveJobs();
  const user = openJobs('/jobs/new');
  fill(findPrompts(), Array.from({ length: 600 }, (_, index) => `Fox ${index}`).join('\n'));
  await screen.findByText('600 prompts × 1 model = 600 pictures');
  await user.click(screen.getByText('Add model'));
  await findSummary().findByText(/With 2 models, use at most 500 prompts\./);
  await user.click(screen.getByLabelText('Remove model 2'));
  await waitFor(() => expect(findSummary().queryByText(/use at most 500 prompts/)).toBeNull());
});

test('opens suggestions for more pictures like one from the viewer, once', async () => {
  await import('../../tools/prompt-suggestions/suggest-dialog.tsx');
  serveJobs({ jobs: [], answer: answerPrices });
  const state = { like: `A red fox\n${'in the snow '.repeat(80)}` };
  const { unmount } = openJobs({ pathname: '/jobs/new', state });
  const theme = await screen.findByLabelText<HTMLInputElement>('Theme');
  expect(theme.value).toMatch(/^A red fox in the snow in the snow/);
  expect(theme.value.length).toBeLessThanOrEqual(500);
  unmount();
  openJobs('/jobs/new');
  expect(screen.queryByLabelText('Theme')).toBeNull();
});
