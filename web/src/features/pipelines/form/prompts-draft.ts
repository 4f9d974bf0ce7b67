/** The prompts of the form, remembered apart from its other fields: they may be a thousand. */
import { ListedPromptSchema } from '@portal/contracts/generation-request';
import type { ListedPrompt } from '@portal/contracts/generation-request';
import { z } from 'zod';
import { readDraft, writeDraft } from '../../../client/browser-storage.ts';
import {
  EMPTY_PROMPT_LIST,
  type PromptFile,
  type PromptListValue,
} from '../../../tools/prompt-lists/prompt-list-value.ts';

const FileSchema = z.custom<PromptFile>(
  (file) =>
    z.object({ name: z.string(), rows: z.array(z.unknown()), problems: z.array(z.unknown()) }).safeParse(file)
      .success,
);

const PromptsSchema = z.object({
  text: z.string().catch(''),
  files: z.array(FileSchema).catch([]),
  mode: z.enum(['combine', 'sample']).catch('combine'),
  sampleCount: z.number().int().catch(EMPTY_PROMPT_LIST.sampleCount),
  sampleSeed: z.number().int().catch(EMPTY_PROMPT_LIST.sampleSeed),
  styles: z.array(z.string()).catch([]),
  // Prompts that are being edited may break a rule.
  edited: z
    .array(ListedPromptSchema.extend({ prompt: z.string() }))
    .nullable()
    .catch(null),
});

const nameOf = (userId: string): string => `portal:job-prompts:${userId}`;

export const readPrompts = (userId: string): PromptListValue =>
  readDraft(nameOf(userId), PromptsSchema) ?? EMPTY_PROMPT_LIST;

export const writePrompts = (userId: string, prompts: PromptListValue): void =>
  writeDraft(nameOf(userId), prompts);

const sentNameOf = (userId: string): string => `portal:job-prompts-sent:${userId}`;
const describe = (prompts: PromptListValue): string => JSON.stringify(PromptsSchema.parse(prompts));

/** A job has them, so nothing is lost with the draft. */
export const markSent = (userId: string, prompts: PromptListValue): void =>
  writeDraft(sentNameOf(userId), describe(prompts));

export function hasUnsent(userId: string): boolean {
  const draft = describe(readPrompts(userId));
  return draft !== describe(EMPTY_PROMPT_LIST) && draft !== readDraft(sentNameOf(userId), z.string());
}

/** The prompts of an earlier job, as they were sent. */
export const toPromptList = (prompts: readonly ListedPrompt[]): PromptListValue => ({
  ...EMPTY_PROMPT_LIST,
  edited: prompts.map(({ prompt, name, negativePrompt, seed }) => ({
    prompt,
    ...(name !== undefined && { name }),
    ...(negativePrompt !== undefined && negativePrompt !== '' && { negativePrompt }),
    ...(seed !== undefined && { seed }),
  })),
});
