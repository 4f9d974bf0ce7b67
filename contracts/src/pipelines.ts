/**
 * Jobs, as the pages call them: many pictures, from a list of prompts, made by one or several models and prepared in stages.
 *
 * Glossary
 * - pipeline: the record of a job. Its batches are created in one transaction, or not at all.
 * - lane: one model with its options. Every lane makes the same prompts, side by side.
 * - stage: one tool's part of the work. A picture goes on to the next stage as soon as it is done.
 * - check: the stage between the first and the others. It makes nothing: pictures in which a model sees a severe issue wait for
 *   a person's choice, all others go on, also if the model does not answer.
 * - chain: one batch of at most 100 pictures per stage. Item 7 of each is the same picture.
 * - recipe: a job without its prompts, saved for the studio.
 */
import { z } from 'zod';
import { AgencyIdSchema } from './delivery.ts';
import {
  BatchNameSchema,
  BatchStatusSchema,
  BatchParamsSchema,
  RetryBodySchema,
  ToolNameSchema,
} from './batches.ts';
import { defineCall } from './call.ts';
import { GenerationSettingsSchema, ListedPromptSchema } from './generation-request.ts';
import { BatchIdSchema } from './ids.ts';
import { KeywordOptionsSchema } from './keyword-generator.ts';
import { MAX_PIPELINE_PICTURES } from './prompt-lists/find-prompt-problem.ts';
import { StylizerOptionsSchema } from './stylizer.ts';
import { UpscaleOptionsSchema } from './upscale.ts';

export const MAX_LANES = 8;
/** The newest ones; older ones expire within days. All that are scheduled are listed beside them. */
export const MAX_PIPELINES_LISTED = 100;
/** Of a person, until they start. */
export const MAX_SCHEDULED_PIPELINES = 20;
/** Cloud Tasks and people plan no further. */
export const MAX_START_DAYS = 14;
export const MAX_RECIPES = 200;

export const StageSettingsSchema = z.object({
  /** Always now and never at half price: later stages wait for it, and a person may have to choose. */
  check: z.object({}).optional(),
  /** With the best network. */
  upscale: UpscaleOptionsSchema.omit({ batchName: true, quality: true }).optional(),
  stylizer: StylizerOptionsSchema.omit({ batchName: true }).optional(),
  keywords: KeywordOptionsSchema.omit({ batchName: true }).optional(),
});
export type StageSettings = z.infer<typeof StageSettingsSchema>;

/** A job without its prompts. */
export const RecipeSettingsSchema = z.object({
  lanes: z.array(GenerationSettingsSchema).min(1, 'Choose at least one model.').max(MAX_LANES),
  stages: StageSettingsSchema,
  /** Stop after the pictures are made, to choose those that go on. */
  isChosenByHand: z.boolean().default(false),
  /** Within 24 hours, for about half the price, where the provider offers it. */
  isHalfPrice: z.boolean().default(false),
  /** Whose export the job ends with. */
  agency: AgencyIdSchema.optional(),
});
export type RecipeSettings = z.infer<typeof RecipeSettingsSchema>;

export const PipelineRequestSchema = RecipeSettingsSchema.extend({
  name: BatchNameSchema.optional(),
  /** Each is one picture of every lane. */
  prompts: z.array(ListedPromptSchema).min(1, 'Add at least one prompt.').max(MAX_PIPELINE_PICTURES),
  /** Default: at once. */
  startAt: z.iso.datetime().optional(),
  /** The refused job that this one starts, and its estimate as its owner has seen it: 409 if the price has risen since. */
  restartOf: z.object({ pipelineId: BatchIdSchema, estimate: z.number().min(0).max(1_000_000) }).optional(),
}).superRefine(({ prompts, lanes }, context) => {
  const count = prompts.length * lanes.length;
  if (count <= MAX_PIPELINE_PICTURES) return;
  const message = `A job can have at most ${MAX_PIPELINE_PICTURES} pictures. This one has ${count}.`;
  context.addIssue({ code: 'custom', path: ['prompts'], message });
});
export type PipelineRequest = z.infer<typeof PipelineRequestSchema>;

/** A batch of a job. */
export const PipelineBatchSchema = z.object({
  batchId: z.string(),
  tool: ToolNameSchema,
  /** Index of its lane. */
  lane: z.number().int(),
  /** Index of its chain; batches of one chain have the same pictures. */
  chain: z.number().int(),
  status: BatchStatusSchema,
  total: z.number().int(),
  doneCount: z.number().int(),
  failedCount: z.number().int(),
  /** Of those that failed: a retry would fail again. Jobs that ended before this was counted have none. */
  permanentCount: z.number().int().default(0),
  uncertainCount: z.number().int(),
  cancelledCount: z.number().int(),
  /** Wait for their picture of the stage before. */
  waitingCount: z.number().int(),
  /** Indexes of those among them that a check holds until a person has chosen. Missing if there are none. */
  heldItems: z.array(z.number().int()).optional(),
  /** Dollars. */
  estimate: z.number(),
  cost: z.number(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
export type PipelineBatch = z.infer<typeof PipelineBatchSchema>;

/**
 * `scheduled` until its start; `refused` if it could not start then, with the reason; `choosing` once all pictures are made and
 * checked, and some wait for a person's choice; `ended` once all batches have.
 */
export const PipelineStateSchema = z.enum([
  'scheduled',
  'running',
  'choosing',
  'ended',
  'cancelled',
  'refused',
]);
export type PipelineState = z.infer<typeof PipelineStateSchema>;

export const PipelineSchema = RecipeSettingsSchema.extend({
  id: z.string(),
  name: z.string(),
  state: PipelineStateSchema,
  /** Why it was refused. */
  reason: z.string().optional(),
  createdAt: z.iso.datetime(),
  startAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
  promptCount: z.number().int(),
  /** Pictures of the first stage. */
  total: z.number().int(),
  /** Empty until it has started. In the order of lanes, chains and stages. */
  batches: z.array(PipelineBatchSchema),
  /** Dollars, when it was created. */
  estimate: z.number(),
  cost: z.number(),
  /** The last job that retries this one. */
  retriedIn: z.string().nullable(),
  /** Otherwise only failed pictures may have been retried. */
  areUncertainRetried: z.boolean(),
});
export type Pipeline = z.infer<typeof PipelineSchema>;

const PipelineStartedSchema = z.object({ success: z.literal(true), pipelineId: z.string() });

export const startPipeline = defineCall({
  method: 'POST',
  path: '/api/pipelines',
  summary:
    'Starts a job, or schedules it. 409 if the budget does not cover it, a price that was agreed to has risen, or too many are scheduled. The same Idempotency-Key returns the same job.',
  audience: 'staff',
  body: PipelineRequestSchema,
  response: PipelineStartedSchema,
  status: 202,
  failures: [409, 429],
});

export const listPipelines = defineCall({
  method: 'GET',
  path: '/api/pipelines',
  summary: "The caller's jobs, newest first.",
  audience: 'staff',
  response: z.object({
    pipelines: z.array(PipelineSchema).max(MAX_PIPELINES_LISTED + MAX_SCHEDULED_PIPELINES),
  }),
});

const one = { audience: 'staff', params: BatchParamsSchema, failures: [404] } as const;

export const getPipeline = defineCall({
  method: 'GET',
  path: '/api/pipelines/{id}',
  summary: 'A job of the caller, with its batches.',
  ...one,
  response: PipelineSchema,
});

export const listPipelinePrompts = defineCall({
  method: 'GET',
  path: '/api/pipelines/{id}/prompts',
  summary: 'The prompts of a job, as they were sent. They never change.',
  ...one,
  response: z.object({ prompts: z.array(ListedPromptSchema).max(MAX_PIPELINE_PICTURES) }),
});

export const cancelPipeline = defineCall({
  method: 'POST',
  path: '/api/pipelines/{id}/cancel',
  summary: 'Cancels what has not been called yet, in all stages. A scheduled job does not start.',
  ...one,
  response: PipelineSchema,
});

export const retryPipeline = defineCall({
  method: 'POST',
  path: '/api/pipelines/{id}/retry',
  summary: 'Retries failed pictures in a new job, each from the stage where it failed.',
  ...one,
  body: RetryBodySchema,
  response: PipelineStartedSchema,
  status: 202,
  failures: [404, 409],
});

export const choosePictures = defineCall({
  method: 'POST',
  path: '/api/pipelines/{id}/choose',
  summary:
    'Says which pictures go on to the next stage. All others that wait end here. Pictures are those of the first stage.',
  ...one,
  body: z.object({
    pictures: z
      .array(z.object({ batchId: BatchIdSchema, index: z.number().int().min(0).max(9999) }))
      .max(MAX_PIPELINE_PICTURES),
  }),
  response: PipelineSchema,
  failures: [404, 409],
});

export const deletePipeline = defineCall({
  method: 'DELETE',
  path: '/api/pipelines/{id}',
  summary: 'Deletes a job with all its batches and files.',
  ...one,
  response: z.object({ success: z.literal(true) }),
});

export const RecipeSchema = RecipeSettingsSchema.extend({
  id: z.string(),
  name: BatchNameSchema,
  /** Email address of whoever saved it last. */
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
});
export type Recipe = z.infer<typeof RecipeSchema>;

export const listRecipes = defineCall({
  method: 'GET',
  path: '/api/recipes',
  summary: "The studio's recipes, by name.",
  audience: 'staff',
  response: z.object({ recipes: z.array(RecipeSchema).max(MAX_RECIPES) }),
});

export const saveRecipe = defineCall({
  method: 'PUT',
  path: '/api/recipes/{id}',
  summary: 'Creates a recipe, or replaces it.',
  ...one,
  body: RecipeSettingsSchema.extend({ name: BatchNameSchema }),
  response: RecipeSchema,
  failures: [409],
});

export const deleteRecipe = defineCall({
  method: 'DELETE',
  path: '/api/recipes/{id}',
  summary: 'Deletes a recipe for everyone.',
  ...one,
  response: z.object({ success: z.literal(true) }),
});
