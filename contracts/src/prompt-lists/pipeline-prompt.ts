/** A prompt of a job, with wildcards and styles filled in. Each makes one picture. */
import { z } from 'zod';
import { MAX_PROMPT_LENGTH, MAX_SEED } from '../generation-request.ts';

/** Pictures of one job. */
export const MAX_PIPELINE_PICTURES = 1000;
/** A list's own names are shorter, so that a style's name and a number fit. */
export const MAX_PICTURE_NAME_LENGTH = 160;

const SEED_MESSAGE = `Enter a seed from 0 to ${MAX_SEED}`;

export const PipelinePromptSchema = z.strictObject({
  prompt: z
    .string({ error: 'Enter a prompt' })
    .trim()
    .min(1, 'Enter a prompt')
    .max(MAX_PROMPT_LENGTH, `Prompts have at most ${MAX_PROMPT_LENGTH.toLocaleString('en')} characters`),
  /** For the picture's file. */
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .min(1, 'Enter a name, or leave it out')
    .max(MAX_PICTURE_NAME_LENGTH, `Names have at most ${MAX_PICTURE_NAME_LENGTH} characters`)
    .regex(/^\P{Cc}*$/u, 'Names have no line breaks or other control characters')
    .optional(),
  negativePrompt: z
    .string({ error: 'Enter a negative prompt' })
    .trim()
    .min(1, 'Enter a negative prompt, or leave it out')
    .max(
      MAX_PROMPT_LENGTH,
      `Negative prompts have at most ${MAX_PROMPT_LENGTH.toLocaleString('en')} characters`,
    )
    .optional(),
  seed: z
    .number({ error: SEED_MESSAGE })
    .int(SEED_MESSAGE)
    .min(0, SEED_MESSAGE)
    .max(MAX_SEED, SEED_MESSAGE)
    .optional(),
});
export type PipelinePrompt = z.infer<typeof PipelinePromptSchema>;

/** What keeps a prompt from being started; undefined if nothing does. */
export const findPromptProblem = (prompt: PipelinePrompt): string | undefined =>
  PipelinePromptSchema.safeParse(prompt).error?.issues[0]?.message;
