import type { ToolName } from '@portal/contracts/batches';
import type { GenerationSettings } from '@portal/contracts/generation-request';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import {
  RecipeSettingsSchema,
  type Pipeline,
  type PipelineBatch,
  type Recipe,
} from '@portal/contracts/pipelines';
import { createBatch } from '../../../tools/generation/testing/create-batch.ts';

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

const PROMPTS = 4;
/** Of a picture. */
const PRICE = 0.042;

interface JobOptions extends Partial<Pipeline> {
  /** Pictures of each model that are made and upscaled; all by default. */
  made?: readonly [made: number, upscaled: number];
  /** Of each model. */
  uncertainCount?: number;
}

/** Four prompts for two models, which are then upscaled. */
export function createJob(options: JobOptions = {}): Pipeline {
  const { made = [PROMPTS, PROMPTS], uncertainCount = 0, ...overrides } = options;
  const id = overrides.id ?? 'job-1';
  const { lanes = [GPT, IMAGEN] } = overrides;
  const hasStarted = overrides.state !== 'scheduled' && overrides.state !== 'refused';
  const batches = lanes.flatMap((_settings, lane) =>
    (['image-generator', 'upscale'] as const).map((tool, stage): PipelineBatch => {
      const price = stage === 0 ? PRICE : 0;
      const doneCount = Math.min(made[stage] ?? 0, PROMPTS - uncertainCount);
      const isOver = doneCount + uncertainCount === PROMPTS;
      return {
        batchId: makeBatchId(id, lane, tool),
        tool,
        lane,
        chain: 0,
        status: isOver ? 'completed' : 'processing',
        total: PROMPTS,
        doneCount,
        failedCount: 0,
        permanentCount: 0,
        uncertainCount: stage === 0 ? uncertainCount : 0,
        cancelledCount: stage === 0 ? 0 : uncertainCount,
        waitingCount: 0,
        estimate: PROMPTS * price,
        cost: doneCount * price,
        startedAt: '2026-11-21T11:50:02.000Z',
        endedAt: isOver ? '2026-11-21T11:56:40.000Z' : null,
      };
    }),
  );
  return {
    id,
    name: 'Winter set',
    lanes,
    stages: { upscale: { scale: 2, enhance: false } },
    isChosenByHand: false,
    isHalfPrice: false,
    state: 'ended',
    createdAt: '2026-11-21T11:50:00.000Z',
    startAt: null,
    expiresAt: '2026-11-24T11:50:00.000Z',
    promptCount: PROMPTS,
    total: lanes.length * PROMPTS,
    batches: hasStarted ? batches : [],
    estimate: lanes.length * PROMPTS * PRICE,
    cost: hasStarted ? lanes.length * (made[0] ?? 0) * PRICE : 0,
    retriedIn: null,
    areUncertainRetried: false,
    ...overrides,
  };
}

const makeBatchId = (jobId: string, lane: number, tool: ToolName): string => `${jobId}-${lane}-${tool}`;

/** The job's batches in the history of the generator. */
export const createGenerated = ({ id, name, lanes, batches }: Pipeline): GenerationBatch[] =>
  batches
    .filter(({ tool }) => tool === 'image-generator')
    .map(({ batchId, lane, doneCount }) =>
      createBatch({
        ...lanes[lane],
        id: batchId,
        status: 'completed',
        customName: name,
        prompts: Array.from({ length: PROMPTS }, (_, index) => `Prompt ${index} of ${id}`),
        requestedCount: PROMPTS,
        completedCount: doneCount,
        generatedImages: Array.from(
          { length: doneCount },
          (_, index) => `/api/image-generator/batches/${batchId}/images/${index}`,
        ),
      }),
    );

export const createRecipe = (overrides: Partial<Recipe> = {}): Recipe => ({
  ...RecipeSettingsSchema.parse({
    lanes: [GPT, IMAGEN],
    stages: { upscale: { scale: 4, enhance: true }, keywords: {} },
    agency: 'adobe-stock',
  }),
  id: 'recipe-1',
  name: 'Stock, two models',
  savedBy: 'admin@studio.example',
  savedAt: '2026-11-20T09:00:00.000Z',
  ...overrides,
});
