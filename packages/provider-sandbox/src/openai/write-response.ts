import { randomUUID } from 'node:crypto';
import type { ErrorReplies } from '../control/perform-call.ts';
import type { BackgroundWork } from '../control/perform-in-background.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { Original } from '../images/read-original.ts';
import type { DescribeJob } from '../vision/describe-job.ts';
import type { Prompt } from '../vision/parse-prompt.ts';
import { makeOpenAiErrors, openAiHeaders } from './errors.ts';
import type { ResponseRequest } from './response-request.ts';
import { THOUGHT_TOKENS, type TextModel } from './text-models.ts';

const CHARACTERS_PER_TOKEN = 4;
const PATCH_EDGE = 32;
const MAX_PATCHES = 1_536;
const LOW_DETAIL_PATCHES = 256;

const countText = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
const makeId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`;

interface Question {
  request: ResponseRequest;
  model: TextModel;
  effort: string;
  prompt: Prompt;
  images: readonly (Original & { detail: string })[];
}

/** Builds the replies to one request. `keep`: stores a response that works in the background. */
export function makeResponseAnswers(
  { request, model, effort, prompt: { instructions, request: question }, images }: Question,
  keep: (queued: ReturnType<typeof describeRequest>) => BackgroundWork,
): Pick<DescribeJob, 'answer' | 'errors' | 'openBackground'> {
  const described = describeRequest(request, effort);
  const imageTokens = images.map((image) => countImage(image) * model.tokensPerPatch);
  const inputTokens =
    countText(instructions + question) + Math.ceil(imageTokens.reduce((sum, each) => sum + each, 0));
  const thought = THOUGHT_TOKENS[effort] ?? 0;
  const limit = request.max_output_tokens ?? Infinity;

  const respond = (content: object[], spoken: number, reason?: 'max_output_tokens' | 'content_filter') => {
    const status = reason ? 'incomplete' : 'completed';
    const thoughtTokens = Math.min(limit, thought);
    const outputTokens = thoughtTokens + spoken;
    return jsonReply(
      200,
      {
        ...described,
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
      const start = text.slice(0, room * CHARACTERS_PER_TOKEN);
      return respond(start === '' ? [] : [say(start)], room, 'max_output_tokens');
    },
    errors: makeErrors(respond),
    ...(request.background === true && { openBackground: () => keep(described) }),
  };
}

const DEFAULT_REFUSAL = "I'm sorry, but I can't help with that picture.";

function makeErrors(
  respond: (content: object[], spoken: number, reason?: 'content_filter') => Reply,
): ErrorReplies {
  return {
    ...makeOpenAiErrors('requests', 'requests'),
    refused: (reason = DEFAULT_REFUSAL) =>
      reason === 'content_filter'
        ? respond([], 0, reason)
        : respond([{ type: 'refusal', refusal: reason }], countText(reason)),
  };
}

function countImage({ width, height, detail }: Original & { detail: string }): number {
  const patches = Math.ceil(width / PATCH_EDGE) * Math.ceil(height / PATCH_EDGE);
  return Math.min(patches, detail === 'low' ? LOW_DETAIL_PATCHES : MAX_PATCHES);
}

/** A response before its work starts; most fields repeat the request. */
const describeRequest = (request: ResponseRequest, effort: string) => ({
  id: makeId('resp'),
  object: 'response',
  created_at: Math.floor(Date.now() / 1_000),
  access_programs: null,
  background: request.background ?? false,
  status: 'queued',
  completed_at: null,
  incomplete_details: null,
  output: [],
  usage: null,
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
