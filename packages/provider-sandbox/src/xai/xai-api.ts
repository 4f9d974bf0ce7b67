/** The xAI API: image generations (OpenAI's format with fewer fields and its own errors) and the list of models. */
import { z } from 'zod';
import type { ErrorReplies } from '../control/perform-call.ts';
import { jsonReply, RejectedRequest, type Reply } from '../http/reply.ts';
import { readBearer, readJson, type HttpRequest } from '../http/http-request.ts';
import type { ImageJob, ProviderApi } from '../images/provider-api.ts';

const model = 'grok-imagine-image';
/** In seconds. */
const RELEASED_AT = 1_769_558_400;
const modelsPath = '/xai/v1/models';
const EDGE = 1_024;
/** 0.02 dollars. */
const TICKS_PER_IMAGE = 200_000_000;

const MAX_PROMPT_LENGTH = 8_000;

const RequestSchema = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1).max(MAX_PROMPT_LENGTH),
  n: z.literal(1),
  response_format: z.literal('b64_json'),
  resolution: z.literal('2k').optional(),
});

function xaiError(status: number, code: string, error: string, headers: Record<string, string> = {}): Reply {
  return jsonReply(status, { code, error }, headers);
}

const invalid = (message: string) => xaiError(400, 'Client specified an invalid argument', message);

const xaiErrors: ErrorReplies = {
  rateLimited: (seconds) =>
    xaiError(429, 'Some resource has been exhausted', 'Too many requests for this team and model.', {
      'retry-after': String(Math.ceil(seconds)),
    }),
  failed: (status) => xaiError(status, 'Service unavailable', 'The service failed to process this request.'),
  // This service answers 400, not 401.
  keyRejected: (key, reason) =>
    reason === 'no-credit'
      ? xaiError(403, 'The caller does not have permission', 'Your team has used all available credits.')
      : invalid(`Incorrect API key provided: ${key.slice(0, 2)}***.`),
  refused(reason) {
    if (reason === 'block_reason') return jsonReply(200, { block_reason: 'moderation', data: [] });
    if (reason === 'respect_moderation') {
      return jsonReply(200, { block_reason: null, data: [{ b64_json: '', respect_moderation: false }] });
    }
    return invalid('Generated image rejected by content moderation.');
  },
};

export const xaiApi: ProviderApi = {
  provider: 'xai',
  errors: xaiErrors,
  readKey: (incoming) => readBearer(incoming) ?? '',
  findOperation: ({ url }) => (url.pathname === modelsPath ? 'check' : 'generate'),
  async readJob(incoming) {
    if (`${incoming.method} ${incoming.url.pathname}` === `GET ${modelsPath}`) {
      const data = [{ id: model, object: 'model', created: RELEASED_AT, owned_by: 'xai' }];
      return { operation: 'check', answer: jsonReply(200, { object: 'list', data }) };
    }
    if (`${incoming.method} ${incoming.url.pathname}` !== 'POST /xai/v1/images/generations') {
      throw new RejectedRequest(xaiError(404, 'Some requested entity was not found', 'Path not found.'));
    }
    return readJob(incoming);
  },
};

function readJob(incoming: HttpRequest): ImageJob {
  const { prompt, resolution } = readRequest(incoming);
  const edge = resolution === '2k' ? 2 * EDGE : EDGE;
  return {
    operation: 'generate',
    picture: { prompt, width: edge, height: edge, format: 'jpeg', transparent: false },
    answer: (bytes) =>
      jsonReply(200, {
        block_reason: null,
        data: [{ b64_json: bytes.toString('base64'), mime_type: 'image/jpeg', revised_prompt: '' }],
        usage: { cost_in_usd_ticks: TICKS_PER_IMAGE },
      }),
  };
}

function readRequest(incoming: HttpRequest): z.infer<typeof RequestSchema> {
  const request = RequestSchema.safeParse(readJson(incoming));
  if (!request.success) {
    throw new RejectedRequest(
      xaiError(422, 'Client specified an invalid argument', z.prettifyError(request.error)),
    );
  }
  if (request.data.model !== model) {
    throw new RejectedRequest(
      xaiError(404, 'Some requested entity was not found', `The model ${request.data.model} does not exist.`),
    );
  }
  return request.data;
}
