import { MAX_PROMPT_LENGTH } from '@portal/contracts/generation-request';
import { MAX_DIFFERENCE_LENGTH, type Suggestion } from '@portal/contracts/prompt-suggestions';
import { toOneLine } from '@portal/contracts/to-one-line';
import { z } from 'zod';
import { readJson } from '../../tools/descriptions/ask-model.ts';

const AnswerSchema = z.object({
  prompts: z.array(z.object({ prompt: z.string(), difference: z.string() }).nullable().catch(null)),
});

/** What can be used of an answer: nothing if it is no JSON of the schema. */
export function readSuggestions(text: string): Suggestion[] {
  const { data } = AnswerSchema.safeParse(readJson(text));
  return (data?.prompts ?? []).flatMap((answered) => {
    const prompt = cleanPrompt(answered?.prompt ?? '');
    if (prompt === '' || prompt.length > MAX_PROMPT_LENGTH) return [];
    return [{ prompt, difference: toOneLine(answered?.difference ?? '').slice(0, MAX_DIFFERENCE_LENGTH) }];
  });
}

/** In a list of prompts, braces, `__` and a `#` at the start have a meaning. */
const cleanPrompt = (text: string): string =>
  toOneLine(
    text
      .replaceAll(/[{}\\]/g, '')
      .replaceAll(/_{2,}/g, '_')
      .replace(/^[#\s]+/, ''),
  );
