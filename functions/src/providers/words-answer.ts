/** OpenAI's text answers. */
import { z } from 'zod';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { CallFailed, type Fetch, type ProviderAccess } from './call-provider.ts';
import { openOpenai } from './open-openai.ts';
import type { ProviderAnswer, Usage } from './provider-answer.ts';

const WordsAnswerSchema = z.object({
  status: z.string().optional(),
  incomplete_details: z.object({ reason: z.string().optional() }).nullish(),
  error: z.object({ code: z.string() }).nullish(),
  output: z
    .array(
      z.object({
        content: z
          .array(z.object({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() }))
          .optional(),
      }),
    )
    .default([]),
  usage: z
    .object({
      input_tokens: z.number().default(0),
      input_tokens_details: z.object({ cached_tokens: z.number().default(0) }).nullish(),
      output_tokens: z.number().default(0),
    })
    .nullish(),
});
type WordsAnswer = z.infer<typeof WordsAnswerSchema>;

const FILTERED = /content_filter|content_policy_violation/;

/** Requests a text, once. */
export async function requestText(
  access: ProviderAccess,
  fetch: Fetch,
  order: ResponseCreateParamsNonStreaming,
): Promise<ProviderAnswer<string>> {
  const client = await openOpenai(access, fetch);
  const answer = WordsAnswerSchema.parse(await client.responses.create(order));
  const parts = answer.output.flatMap(({ content }) => content ?? []);
  checkEnd(answer, parts.find(({ type }) => type === 'refusal')?.refusal);
  return {
    kind: 'made',
    made: parts.map(({ type, text }) => (type === 'output_text' ? text : '')).join(''),
    ...(answer.usage ? { usage: readUsage(answer.usage) } : {}),
  };
}

function checkEnd(
  { status, incomplete_details: incomplete, error }: WordsAnswer,
  refusal: string | undefined,
) {
  if (refusal !== undefined) throw new CallFailed({ kind: 'refused', detail: refusal });
  if (status === 'completed') return;
  const reason = incomplete?.reason ?? error?.code ?? 'and no reason';
  throw new CallFailed(
    FILTERED.test(reason)
      ? { kind: 'refused', detail: reason }
      : { kind: 'broken-answer', detail: `${status ?? 'no status'}, ${reason}` },
  );
}

/** Text input includes the picture's tokens, and output includes thinking. */
function readUsage({
  input_tokens: inputTokens,
  input_tokens_details: details,
  output_tokens: outputTokens,
}: NonNullable<WordsAnswer['usage']>): Usage {
  const cachedInputTokens = details?.cached_tokens ?? 0;
  return {
    textInputTokens: inputTokens - cachedInputTokens,
    imageInputTokens: 0,
    cachedInputTokens,
    outputTokens,
  };
}
