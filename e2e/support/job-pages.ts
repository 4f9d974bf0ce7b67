/** Mocked jobs for page tests. */
import type { ItemFailure, ToolName } from '@portal/contracts/batches';
import type { GenerationSettings } from '@portal/contracts/generation-request';
import { generatorCalls, type GenerationBatch } from '@portal/contracts/image-generator';
import { keywordCalls } from '@portal/contracts/keyword-generator';
import {
  listPipelines,
  listRecipes,
  type Pipeline,
  type PipelineBatch,
  type Recipe,
  type StageSettings,
} from '@portal/contracts/pipelines';
import { stylizerCalls } from '@portal/contracts/stylizer';
import { upscaleCalls } from '@portal/contracts/upscale';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { createBatch } from './generator-page.ts';
import { answerWith, answerWithList } from './routes.ts';

export const JOBS_PAGE = '/jobs';
export const NEW_JOB_PAGE = '/jobs/new';

/** Of the form of a job. */
export const openSteps = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Open all steps' }).click();

const GPT: GenerationSettings = {
  provider: 'openai',
  model: 'gpt-image-1',
  quality: 'medium',
  background: 'opaque',
  aspectRatio: '3:2',
  outputFormat: 'jpeg',
};
const IMAGEN: GenerationSettings = {
  provider: 'google',
  model: 'imagen4',
  version: 'standard',
  personGeneration: 'allow_adult',
  aspectRatio: '4:3',
  outputFormat: 'png',
};

export const KEYWORDS: StageSettings['keywords'] = {
  context: '',
  mustAppear: [],
  mustNotAppear: [],
  keywordCount: 50,
  language: 'English',
};

const TOOLS: readonly [ToolName, keyof StageSettings | undefined][] = [
  ['image-generator', undefined],
  ['upscale', 'upscale'],
  ['stylizer', 'stylizer'],
  ['keyword-generator', 'keywords'],
];
const CHAIN_SIZE = 100;
const PRICES: Partial<Record<ToolName, number>> = { 'image-generator': 0.042, 'keyword-generator': 0.001 };

export interface MockedJob {
  pipeline: Pipeline;
  batches: GenerationBatch[];
}

export interface JobOptions extends Partial<Pipeline> {
  id?: string;
  prompts?: readonly string[];
  /** Pictures of each batch that are made, by stage; all by default. */
  made?: readonly number[];
  /** Of the generator's batches. */
  failures?: readonly ItemFailure[];
  starred?: readonly number[];
}

export const makePrompts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const subjects = ['A red fox', 'An old lighthouse', 'A paper boat', 'A bowl of oranges', 'A snowy owl'];
    const places = ['in fresh snow', 'at the edge of a pine forest', 'on a blue table', 'under a stormy sky'];
    const light = ['soft morning light', 'golden hour', 'overcast', 'studio light, high detail'];
    const pick = (list: readonly string[], step: number) => list[Math.floor(index / step) % list.length];
    return `${pick(subjects, 1)} ${pick(places, 5)}, ${pick(light, 20)}`;
  });

/** A job and its batches of the generator, as the portal would answer them. */
export function createJob(options: JobOptions = {}): MockedJob {
  const { prompts = makePrompts(4), made = [], failures = [], starred = [], ...overrides } = options;
  const {
    id = 'job-1',
    lanes = [GPT, IMAGEN],
    stages = { upscale: { scale: 2, enhance: false } },
  } = overrides;
  const state = overrides.state ?? 'ended';
  const hasStarted = state !== 'scheduled' && state !== 'refused';
  const tools = TOOLS.filter(([, setting]) => setting === undefined || stages[setting] !== undefined);
  const chains = Math.ceil(prompts.length / CHAIN_SIZE);
  const batches: GenerationBatch[] = [];
  const listed = lanes.flatMap((settings, lane) =>
    Array.from({ length: chains }, (_c, chain) => {
      const own = prompts.slice(chain * CHAIN_SIZE, (chain + 1) * CHAIN_SIZE);
      return tools.map(([tool], stage): PipelineBatch => {
        const total = own.length;
        const failed = stage === 0 ? failures.filter(({ index }) => index < total) : [];
        const doneCount = Math.min(made[stage] ?? total, total - failures.length);
        const over = doneCount + failures.length === total;
        const batchId = `${id}-${lane}-${chain}-${tool}`;
        if (tool === 'image-generator')
          batches.push(
            generated({ id: batchId, settings, own, failed, doneCount, starred, isOver: over, overrides }),
          );
        const price = PRICES[tool] ?? 0;
        return {
          batchId,
          tool,
          lane,
          chain,
          status: over ? 'completed' : 'processing',
          total,
          doneCount,
          failedCount: failed.length,
          permanentCount: failed.filter(({ permanent }) => permanent !== undefined).length,
          uncertainCount: 0,
          cancelledCount: stage === 0 ? 0 : failures.length,
          waitingCount: stage === 0 ? 0 : Math.max(total - failures.length - (made[stage - 1] ?? total), 0),
          estimate: total * price,
          cost: doneCount * price,
          startedAt: doneCount > 0 ? '2026-11-21T11:50:02.000Z' : null,
          endedAt: over ? '2026-11-21T11:56:40.000Z' : null,
        };
      });
    }).flat(),
  );
  const sum = (read: (batch: PipelineBatch) => number) =>
    listed.reduce((total, batch) => total + read(batch), 0);
  const pipeline: Pipeline = {
    id,
    name: 'Winter set',
    lanes,
    stages,
    isChosenByHand: false,
    isHalfPrice: false,
    state,
    createdAt: '2026-11-21T11:50:00.000Z',
    startAt: null,
    expiresAt: '2026-11-24T11:50:00.000Z',
    promptCount: prompts.length,
    total: prompts.length * lanes.length,
    batches: hasStarted ? listed : [],
    estimate: sum(({ estimate }) => estimate),
    cost: hasStarted ? sum(({ cost }) => cost) : 0,
    retriedIn: null,
    areUncertainRetried: false,
    ...overrides,
  };
  return { pipeline, batches: hasStarted ? batches : [] };
}

interface Generated {
  id: string;
  settings: GenerationSettings;
  own: readonly string[];
  failed: readonly ItemFailure[];
  doneCount: number;
  starred: readonly number[];
  isOver: boolean;
  overrides: Partial<Pipeline>;
}

function generated({ id, settings, own, failed, doneCount, starred, isOver, overrides }: Generated) {
  const failedIndexes = new Set(failed.map(({ index }) => index));
  const made = own.flatMap((_prompt, index) => (failedIndexes.has(index) ? [] : index)).slice(0, doneCount);
  return createBatch({
    ...settings,
    id,
    customName: overrides.name ?? 'Winter set',
    prompt: own[0] ?? '',
    prompts: [...own],
    requestedCount: own.length,
    completedCount: made.length,
    status: isOver ? 'completed' : 'processing',
    endedAt: isOver ? '2026-11-21T11:56:40.000Z' : null,
    failedCount: failed.length,
    failures: [...failed],
    starred: starred.filter((index) => made.includes(index)),
    figures: Object.fromEntries(
      made.map((index) => [index, { cost: 0.042, seconds: 6 + ((index * 7) % 50) / 10 }]),
    ),
    runningItems: isOver ? [] : own.map((_prompt, index) => index).slice(doneCount, doneCount + 3),
    generatedImages: made.map((index) => `/api/image-generator/batches/${id}/images/${index}`),
  });
}

export const createRecipe = (overrides: Partial<Recipe> = {}): Recipe => ({
  id: 'recipe-1',
  name: 'Stock, two models',
  savedBy: 'admin@studio.example',
  savedAt: '2026-11-20T09:00:00.000Z',
  lanes: [GPT, IMAGEN],
  stages: { upscale: { scale: 4, enhance: true }, keywords: KEYWORDS },
  isChosenByHand: false,
  isHalfPrice: false,
  agency: 'adobe-stock',
  ...overrides,
});

/** Mocks the jobs, the histories with their batches, and the recipes. */
export async function answerWithJobs(
  page: Page,
  jobs: readonly MockedJob[],
  recipes: readonly Recipe[] = [],
): Promise<void> {
  await answerWith(page, `**${listPipelines.path}`, {
    json: { pipelines: jobs.map(({ pipeline }) => pipeline) },
  });
  for (const { pipeline } of jobs)
    await answerWith(page, `**${listPipelines.path}/${pipeline.id}`, { json: pipeline });
  await answerWith(page, `**${listRecipes.path}`, { json: { recipes } });
  await answerWithList(
    page,
    `**${generatorCalls.list.path}`,
    jobs.flatMap(({ batches }) => batches),
  );
  for (const { list } of [upscaleCalls, stylizerCalls, keywordCalls])
    await answerWithList(page, `**${list.path}`, []);
  await servePictures(page);
}

/** A sky, hills and a sun in the colors of the picture's prompt and model. */
async function drawScene(url: string): Promise<Buffer> {
  const [lane = 0, index = 0] = [/-(\d+)-\d+-image/, /images\/(\d+)/].map((part) =>
    Number(part.exec(url)?.[1]),
  );
  const hue = (index * 47 + lane * 9) % 360;
  const sun = 30 + ((index * 37 + lane * 11) % 90);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 100" width="300" height="200">
    <defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} ${45 + lane * 12}% ${36 + lane * 10}%)"/>
      <stop offset="1" stop-color="hsl(${(hue + 40) % 360} 70% 82%)"/></linearGradient></defs>
    <rect width="150" height="100" fill="url(#s)"/>
    <circle cx="${sun}" cy="${34 + lane * 6}" r="${9 + lane * 2}" fill="hsl(${(hue + 50) % 360} 90% 88%)"/>
    <path d="M0 72 Q38 ${50 + lane * 5} 78 70 T150 62 V100 H0Z" fill="hsl(${hue} 32% 40%)"/>
    <path d="M0 86 Q50 68 94 84 T150 80 V100 H0Z" fill="hsl(${(hue + 12) % 360} 36% 25%)"/></svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 80 }).toBuffer();
}

async function servePictures(page: Page): Promise<void> {
  await answerWith(page, '**/api/image-generator/batches/job-*/images', { json: { images: [] } });
  await page.route('**/api/image-generator/batches/job-*/images/**', async (route) =>
    route.fulfill({ contentType: 'image/webp', body: await drawScene(route.request().url()) }),
  );
}
