import { randomUUID } from 'node:crypto';
import type { BackgroundWork } from '../control/perform-in-background.ts';
import { jsonReply } from '../http/reply.ts';
import type { DescribeJob } from '../images/provider-api.ts';
import type { Original } from '../images/read-original.ts';
import type { Question } from '../texts/write-answer.ts';
import { makeOpenAiErrors, openAiHeaders } from './errors.ts';
import type { ResponseRequest } from './response-request.ts';

const CHARACTERS_PER_TOKEN = 4;
const PATCH_EDGE = 32;
const MAX_PATCHES = 1_536;
const TOKENS_PER_PATCH = 1.62;
const THOUGHT_TOKENS = 128;
const DEFAULT_REFUSAL = "I'm sorry, but I can't help with that picture.";

const countText = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
const makeId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`;

/** Builds the replies to one request. `keep`: stores a response that works in the background. */
export function makeResponseAnswers(
  request: ResponseRequest,
  { instructions, request: question }: Question,
  picture: Original | undefined,
  keep: (queued: ReturnType<typeof describeRequest>) => BackgroundWork,
): Pick<DescribeJob, 'answer' | 'errors' | 'openBackground'> {
  const described = describeRequest(request);
  const inputTokens = countText(instructions + question) + (picture ? countImage(picture) : 0);

  const respond = (content: object[], spoken: number, reason?: 'content_filter') => {
    const status = reason ? 'incomplete' : 'completed';
    const outputTokens = THOUGHT_TOKENS + spoken;
    return jsonReply(
      200,
      {
        ...described,
        status,
        incomplete_details: reason ? { reason } : null,
        output: [
          { id: makeId('rs'), type: 'reasoning', summary: [] },
          ...(content.length > 0
            ? [{ id: makeId('msg'), type: 'message', status, role: 'assistant', content }]
            : []),
        ],
        usage: {
          input_tokens: inputTokens,
          input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
          output_tokens: outputTokens,
          output_tokens_details: { reasoning_tokens: THOUGHT_TOKENS },
          total_tokens: inputTokens + outputTokens,
        },
      },
      openAiHeaders(),
    );
  };

  return {
    answer: (text) =>
      respond([{ type: 'output_text', text, annotations: [], logprobs: [] }], countText(text)),
    errors: {
      ...makeOpenAiErrors('requests', 'requests'),
      refused: (reason = DEFAULT_REFUSAL) =>
        reason === 'content_filter'
          ? respond([], 0, reason)
          : respond([{ type: 'refusal', refusal: reason }], countText(reason)),
    },
    ...(request.background && { openBackground: () => keep(described) }),
  };
}

function countImage({ width, height }: Original): number {
  const patches = Math.ceil(width / PATCH_EDGE) * Math.ceil(height / PATCH_EDGE);
  return Math.ceil(Math.min(patches, MAX_PATCHES) * TOKENS_PER_PATCH);
}

/** A response before its work starts. */
const describeRequest = ({ model, instructions, background, store }: ResponseRequest) => ({
  id: makeId('resp'),
  object: 'response',
  created_at: Math.floor(Date.now() / 1_000),
  model,
  instructions,
  background: background === true,
  store,
  status: 'queued',
  incomplete_details: null,
  output: [],
  usage: null,
  error: null,
  // What a request did not set.
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
});
