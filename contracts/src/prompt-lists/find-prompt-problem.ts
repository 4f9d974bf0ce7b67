import { ListedPromptSchema, type ListedPrompt } from '../generation-request.ts';

/** Pictures of one job. */
export const MAX_PIPELINE_PICTURES = 1000;

/** What keeps a prompt from being started; undefined if nothing does. */
export const findPromptProblem = (prompt: ListedPrompt): string | undefined =>
  ListedPromptSchema.safeParse(prompt).error?.issues[0]?.message;
