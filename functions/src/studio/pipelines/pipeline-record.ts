/** The documents of a job, as Firestore keeps them. */
import { ToolNameSchema } from '@portal/contracts/batches';
import { ListedPromptSchema } from '@portal/contracts/generation-request';
import { PipelineBatchSchema, RecipeSettingsSchema } from '@portal/contracts/pipelines';
import { z } from 'zod';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

/** pipelines/{id} */
export const PipelineRecordSchema = z.object({
  owner: z.string(),
  name: z.string(),
  settings: RecipeSettingsSchema,
  promptCount: z.number(),
  /** Pictures of the first stage. */
  total: z.number(),
  /** `started`: its batches say the rest. */
  state: z.enum(['scheduled', 'started', 'cancelled', 'refused']),
  reason: z.string().nullable(),
  /** In the order of lanes, chains and stages. Empty until it has started. */
  batches: z.array(z.object({ id: z.string(), tool: ToolNameSchema, lane: z.number(), chain: z.number() })),
  /** Dollars. */
  estimate: z.number(),
  /** What budgets count. Missing in older jobs: the estimate. */
  expected: z.number().optional(),
  createdAt: TimestampSchema,
  /** When it should start, if not at once. */
  startAt: TimestampSchema.nullable(),
  startedAt: TimestampSchema.nullable(),
  chosenAt: TimestampSchema.nullable(),
  cancelledAt: TimestampSchema.nullable(),
  /** Hidden from its owner. */
  deletedAt: TimestampSchema.nullable(),
  /** Of what only this document says. */
  changedAt: TimestampSchema,
  expiresAt: TimestampSchema,
  /** The jobs that retry its failed and its uncertain pictures. */
  retried: z.object({ failed: z.string().nullable(), uncertain: z.string().nullable() }),
  /** Its batches as they ended, in JSON, so that a list does not read them again. */
  summary: z.string().nullable(),
});
export type PipelineRecord = z.infer<typeof PipelineRecordSchema>;

export interface StoredPipeline extends PipelineRecord {
  id: string;
}

export const SummarySchema = z.array(PipelineBatchSchema);

/** pipelines/{id}/pipelinePrompts/{n}: the prompts of a job that has not started. */
export const PromptPartSchema = z.object({
  index: z.number(),
  prompts: z.array(ListedPromptSchema),
  expiresAt: TimestampSchema,
});

/** Of 1,000 + 1,000 + 150 characters at most, of three bytes each: below a document's limit of 1 MiB. */
export const PROMPTS_PER_PART = 100;
