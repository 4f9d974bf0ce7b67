import { randomUUID } from 'node:crypto';
import type { ErrorAnswers } from '../control/perform-call.ts';
import { jsonAnswer, type Answer } from '../http/answer.ts';
import type { Original } from '../images/read-original.ts';
import type { DescribeOrder } from '../vision/describe-order.ts';
import type { Prompt } from '../vision/read-wishes.ts';
import { makeOpenAiErrors, openAiHeaders } from './errors.ts';
import type { ResponseRequest } from './response-request.ts';
import { tokensOfThought, type TextModel } from './text-models.ts';

const charactersPerToken = 4;
const patchEdge = 32;
const mostPatches = 1_536;
const patchesOfLowDetail = 256;

const countText = (text: string) => Math.ceil(text.length / charactersPerToken);
const makeId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`;

/** How one request is answered: with what the model says, or with its refusal. */
export function makeResponseAnswers(
  request: ResponseRequest,
  model: TextModel,
  effort: string,
  { instructions, request: question }: Prompt,
  images: readonly (Original & { detail: string })[],
): Pick<DescribeOrder, 'answer' | 'errors'> {
  const imageTokens = images.map((image) => countImage(image) * model.tokensOfAPatch);
  const inputTokens =
    countText(instructions + question) + Math.ceil(imageTokens.reduce((sum, each) => sum + each, 0));
  const thought = tokensOfThought[effort] ?? 0;
  const limit = request.max_output_tokens ?? Infinity;

  const respond = (content: object[], spoken: number, reason?: 'max_output_tokens' | 'content_filter') => {
    const status = reason ? 'incomplete' : 'completed';
    const thoughtTokens = Math.min(limit, thought);
    const outputTokens = thoughtTokens + spoken;
    return jsonAnswer(
      200,
      {
        ...describeRequest(request, effort),
        status,
        completed_at: reason ? null : Math.floor(Date.now() / 1_000),
        incomplete_details: reason ? { reason } : null,
        output: [
          ...(thought > 0 ? [{ id: makeId('rs'), type: 'reasoning', summary: [] }] : []),
          ...(content.length > 0
            ? [{ id: makeId('msg'), type: 'message', status, role: 'assistant', content }]
            : []),
        ],
        usage: {
          input_tokens: inputTokens,
          input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
          output_tokens: outputTokens,
          output_tokens_details: { reasoning_tokens: thoughtTokens },
          total_tokens: inputTokens + outputTokens,
        },
      },
      openAiHeaders(),
    );
  };

  const say = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });
  return {
    answer(text, isScripted) {
      const room = Math.max(0, limit - thought);
      if (isScripted || countText(text) <= room) return respond([say(text)], countText(text));
      const start = text.slice(0, room * charactersPerToken);
      return respond(start === '' ? [] : [say(start)], room, 'max_output_tokens');
    },
    errors: makeErrors(respond),
  };
}

const usualRefusal = "I'm sorry, but I can't help with that picture.";

function makeErrors(
  respond: (content: object[], spoken: number, reason?: 'content_filter') => Answer,
): ErrorAnswers {
  return {
    ...makeOpenAiErrors('requests', 'requests'),
    refused: (reason = usualRefusal) =>
      reason === 'content_filter'
        ? respond([], 0, reason)
        : respond([{ type: 'refusal', refusal: reason }], countText(reason)),
  };
}

function countImage({ width, height, detail }: Original & { detail: string }): number {
  const patches = Math.ceil(width / patchEdge) * Math.ceil(height / patchEdge);
  return Math.min(patches, detail === 'low' ? patchesOfLowDetail : mostPatches);
}

/** The part of a response that only repeats what was asked. */
const describeRequest = (request: ResponseRequest, effort: string) => ({
  id: makeId('resp'),
  object: 'response',
  created_at: Math.floor(Date.now() / 1_000),
  access_programs: null,
  background: false,
  error: null,
  instructions: request.instructions ?? null,
  max_output_tokens: request.max_output_tokens ?? null,
  max_tool_calls: null,
  metadata: request.metadata ?? {},
  model: request.model,
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: request.prompt_cache_key ?? null,
  reasoning: { effort, summary: request.reasoning?.summary ?? null },
  safety_identifier: request.safety_identifier ?? null,
  service_tier: 'default',
  store: request.store ?? true,
  temperature: request.temperature ?? 1,
  text: {
    format: request.text?.format ?? { type: 'text' },
    verbosity: request.text?.verbosity ?? 'medium',
  },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: request.top_p ?? 1,
  truncation: request.truncation ?? 'disabled',
  user: request.user ?? null,
});
