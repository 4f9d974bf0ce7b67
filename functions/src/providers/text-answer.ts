/** OpenAI's text answers. */
import { z } from 'zod';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import type { Fetch, ProviderAccess } from './call-provider.ts';
import { openOpenai } from './open-openai.ts';
import type { FailureKind, ProviderAnswer, ProviderFailure, Usage } from './provider-answer.ts';

const ResponseSchema = z.object({
  id: z.string(),
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
export type TextResponse = z.infer<typeof ResponseSchema>;

const REFUSED = /^content_filter$|_policy(_violation)?$/;
/** Codes of the SDK's ResponseError. */
const FREE_FAILURES: readonly (readonly [code: RegExp, kind: FailureKind])[] = [
  [/^server_error$/, 'unavailable'],
  [/^rate_limit_exceeded$/, 'rate-limited'],
  [/image|^invalid_prompt$|^data_residency_mismatch$/, 'bad-request'],
];

export const readResponse = (answer: unknown): TextResponse => ResponseSchema.parse(answer);

/** Requests a text, once. It may still be in progress. */
export async function requestResponse(
  access: ProviderAccess,
  fetch: Fetch,
  params: ResponseCreateParamsNonStreaming,
): Promise<ProviderAnswer<TextResponse>> {
  const client = await openOpenai(access, fetch);
  return { kind: 'made', made: readResponse(await client.responses.create(params)) };
}

export const isFinal = ({ status }: TextResponse): boolean => status !== 'queued' && status !== 'in_progress';

/** The text of a final response, or how it failed. */
export function readText(response: TextResponse): ProviderAnswer<string> {
  const { output, usage } = response;
  const parts = output.flatMap(({ content }) => content ?? []);
  const failure = findFailure(response, parts.find(({ type }) => type === 'refusal')?.refusal);
  const made = parts.map(({ type, text }) => (type === 'output_text' ? text : '')).join('');
  return { ...(failure ?? { kind: 'made', made }), ...(usage && { usage: readUsage(usage) }) };
}

function findFailure(
  { status, incomplete_details: incomplete, error, usage }: TextResponse,
  refusal: string | undefined,
): ProviderFailure | undefined {
  if (refusal !== undefined) return { kind: 'refused', detail: refusal };
  if (status === 'completed') return undefined;
  const reason = incomplete?.reason ?? error?.code ?? 'and no reason';
  const detail = `${status ?? 'no status'}, ${reason}`;
  if (REFUSED.test(reason)) return { kind: 'refused', detail: reason };
  // Failed work without usage is what a status of 4xx or 5xx is for other calls.
  const free = status === 'failed' && !usage ? FREE_FAILURES.find(([code]) => code.test(reason)) : undefined;
  return { kind: free?.[1] ?? 'broken-answer', detail };
}

/** Text input includes the picture's tokens, and output includes thinking. */
function readUsage({
  input_tokens: inputTokens,
  input_tokens_details: details,
  output_tokens: outputTokens,
}: NonNullable<TextResponse['usage']>): Usage {
  const cachedInputTokens = details?.cached_tokens ?? 0;
  return {
    textInputTokens: inputTokens - cachedInputTokens,
    imageInputTokens: 0,
    cachedInputTokens,
    outputTokens,
  };
}
