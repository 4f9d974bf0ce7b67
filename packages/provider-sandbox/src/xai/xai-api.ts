/** The xAI API: image generations (OpenAI's format with fewer fields and its own errors) and the list of models. */
import { z } from 'zod';
import type { ErrorReplies } from '../control/perform-call.ts';
import { jsonReply, RejectedRequest, type Reply } from '../http/reply.ts';
import { isContentType, parseJson, readBearer, type HttpRequest } from '../http/http-request.ts';
import type { ImageJob, ProviderApi } from '../images/provider-api.ts';
import type { PictureStore } from '../images/picture-store.ts';

const models = ['grok-imagine-image', 'grok-imagine-image-quality', 'grok-imagine-image-2.0'] as const;
const modelsPath = '/xai/v1/models';
const created = 1_760_000_000;
/** Dollars per image. */
const prices: Record<string, number> = { 'grok-imagine-image-quality': 0.05 };
const DEFAULT_PRICE = 0.02;
const ticksPerDollar = 10_000_000_000;

const pixels = {
  auto: [1_024, 1_024],
  '1:1': [1_024, 1_024],
  '3:4': [864, 1_152],
  '4:3': [1_152, 864],
  '9:16': [720, 1_280],
  '16:9': [1_280, 720],
  '2:3': [832, 1_248],
  '3:2': [1_248, 832],
  '1:2': [720, 1_440],
  '2:1': [1_440, 720],
} as const;

const MAX_PROMPT_LENGTH = 8_000;
const unsupported = ['size', 'quality', 'style'];

const RequestSchema = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1).max(MAX_PROMPT_LENGTH),
  n: z.int().min(1).max(10).nullish(),
  response_format: z.enum(['url', 'b64_json']).nullish(),
  aspect_ratio: z.enum(['auto', '1:1', '3:4', '4:3', '9:16', '16:9', '2:3', '3:2', '1:2', '2:1']).nullish(),
  resolution: z.enum(['1k', '2k']).nullish(),
  user: z.string().nullish(),
});

/** `code` is a phrase for most errors, and the status for unsupported arguments. */
export function xaiError(
  status: number,
  code: string,
  error: string,
  headers: Record<string, string> = {},
): Reply {
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
  keyRejected: (key) => invalid(`Incorrect API key provided: ${key.slice(0, 2)}***.`),
  refused: (reason) =>
    reason === 'respect_moderation'
      ? jsonReply(200, { data: [{ b64_json: '', respect_moderation: false }] })
      : invalid('Generated image rejected by content moderation.'),
};

export function makeXaiApi(store: PictureStore): ProviderApi {
  return {
    provider: 'xai',
    errors: xaiErrors,
    readKey: (incoming) => readBearer(incoming) ?? '',
    findOperation: ({ url }) => (url.pathname === modelsPath ? 'check' : 'generate'),
    async readJob(incoming) {
      if (`${incoming.method} ${incoming.url.pathname}` === `GET ${modelsPath}`) {
        const data = models.map((id) => ({ id, object: 'model', created, owned_by: 'xai' }));
        return { operation: 'check', answer: jsonReply(200, { object: 'list', data }) };
      }
      if (`${incoming.method} ${incoming.url.pathname}` !== 'POST /xai/v1/images/generations') {
        throw new RejectedRequest(xaiError(404, 'Some requested entity was not found', 'Path not found.'));
      }
      return readJob(incoming, store);
    },
  };
}

function readJob(incoming: HttpRequest, store: PictureStore): ImageJob {
  const { model, prompt, n, response_format, aspect_ratio, resolution } = readRequest(incoming);
  const scale = resolution === '2k' ? 2 : 1;
  const [width, height] = pixels[aspect_ratio ?? 'auto'];
  const picture = {
    prompt,
    width: width * scale,
    height: height * scale,
    format: 'jpeg',
    transparent: false,
  } as const;
  const count = n ?? 1;
  return {
    operation: 'generate',
    prompt,
    pictures: Array.from({ length: count }, () => picture),
    answer: (pictures) =>
      jsonReply(200, {
        data: pictures.map(({ bytes }) =>
          response_format === 'b64_json'
            ? { b64_json: bytes.toString('base64'), mime_type: 'image/jpeg', revised_prompt: '' }
            : { url: store.keep(bytes, 'image/jpeg'), mime_type: 'image/jpeg', revised_prompt: '' },
        ),
        usage: { cost_in_usd_ticks: Math.round(count * (prices[model] ?? DEFAULT_PRICE) * ticksPerDollar) },
      }),
  };
}

function readRequest(incoming: HttpRequest): z.infer<typeof RequestSchema> {
  const body = parseJson(incoming.body);
  if (!isContentType(incoming, 'application/json') || typeof body !== 'object' || body === null) {
    throw new RejectedRequest(xaiError(415, 'Unsupported media type', 'Expected a JSON object.'));
  }
  const refused = unsupported.find((name) => name in body);
  if (refused !== undefined)
    throw new RejectedRequest(xaiError(400, '400', `Argument not supported: ${refused}`));
  const request = RequestSchema.safeParse(body);
  if (!request.success) {
    throw new RejectedRequest(
      xaiError(422, 'Client specified an invalid argument', z.prettifyError(request.error)),
    );
  }
  if (!models.some((model) => model === request.data.model)) {
    throw new RejectedRequest(
      xaiError(404, 'Some requested entity was not found', `The model ${request.data.model} does not exist.`),
    );
  }
  return request.data;
}
