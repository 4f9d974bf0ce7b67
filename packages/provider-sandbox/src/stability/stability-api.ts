/** The Stability API: image generation with SD3.5, and the credit balance. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ErrorReplies } from '../control/perform-call.ts';
import { bytesReply, jsonReply, RejectedRequest, type Reply } from '../http/reply.ts';
import { isContentType, readBearer, type HttpRequest } from '../http/http-request.ts';
import { readForm, type Form } from '../http/read-form.ts';
import type { ImageJob, ProviderApi } from '../images/provider-api.ts';

const pixels = {
  '1:1': [1_024, 1_024],
  '16:9': [1_344, 768],
  '9:16': [768, 1_344],
  '21:9': [1_536, 640],
  '9:21': [640, 1_536],
  '2:3': [832, 1_216],
  '3:2': [1_216, 832],
  '4:5': [896, 1_088],
  '5:4': [1_088, 896],
} as const;

const stylePresets = [
  '3d-model',
  'analog-film',
  'anime',
  'cinematic',
  'comic-book',
  'digital-art',
  'enhance',
  'fantasy-art',
  'isometric',
  'line-art',
  'low-poly',
  'modeling-compound',
  'neon-punk',
  'origami',
  'photographic',
  'pixel-art',
  'tile-texture',
] as const;

const balancePath = '/stability/v1/user/balance';
const credits = 985.5;

const MAX_SEED = 4_294_967_294;

const FieldsSchema = z.strictObject({
  prompt: z.string().min(1).max(10_000),
  mode: z.literal('text-to-image'),
  model: z.enum(['sd3.5-large', 'sd3.5-large-turbo', 'sd3.5-medium']),
  aspect_ratio: z.enum(['1:1', '16:9', '9:16', '21:9', '9:21', '2:3', '3:2', '4:5', '5:4']),
  output_format: z.enum(['png', 'jpeg']),
  style_preset: z.enum(stylePresets),
  negative_prompt: z.string().max(10_000).optional(),
  cfg_scale: numberText(z.number().min(1).max(10)).optional(),
  seed: numberText(z.int().min(0).max(MAX_SEED)).default(0),
});

/** Form fields are text; an empty one is not a number. */
function numberText(schema: z.ZodNumber) {
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(schema);
}

function stabilityError(
  status: number,
  name: string,
  errors: string[],
  headers: Record<string, string> = {},
): Reply {
  return jsonReply(status, { id: randomBytes(16).toString('hex'), name, errors }, headers);
}

const stabilityErrors: ErrorReplies = {
  rateLimited: (seconds) =>
    stabilityError(429, 'rate_limit_exceeded', ['More than 150 requests within 10 seconds.'], {
      'retry-after': String(Math.ceil(seconds)),
    }),
  failed: (status) => stabilityError(status, 'internal_error', ['An unexpected error occurred.']),
  keyRejected: (_key, reason) =>
    reason === 'no-credit'
      ? stabilityError(402, 'payment_required', ['You lack sufficient credits to make this request.'])
      : stabilityError(401, 'unauthorized', ['authorization: invalid or missing header value']),
  refused: () =>
    stabilityError(403, 'content_moderation', [
      'The content moderation system flagged this request; it was not charged.',
    ]),
};

export const stabilityApi: ProviderApi = {
  provider: 'stability',
  errors: stabilityErrors,
  readKey: (incoming) => readBearer(incoming) ?? '',
  findOperation: ({ url }) => (url.pathname === balancePath ? 'check' : 'generate'),
  async readJob(incoming) {
    if (`${incoming.method} ${incoming.url.pathname}` === `GET ${balancePath}`) {
      return { operation: 'check', answer: jsonReply(200, { credits }) };
    }
    if (
      `${incoming.method} ${incoming.url.pathname}` !== 'POST /stability/v2beta/stable-image/generate/sd3'
    ) {
      throw new RejectedRequest(stabilityError(404, 'not_found', ['Path not found.']));
    }
    if (!isContentType(incoming, 'multipart/form-data')) {
      throw new RejectedRequest(
        stabilityError(415, 'unsupported_media_type', ['content-type: must be multipart/form-data']),
      );
    }
    return readJob(incoming, await readForm(incoming));
  },
};

function readJob(incoming: HttpRequest, form: Form | undefined): ImageJob {
  if (incoming.headers.get('accept') !== 'image/*') {
    throw new RejectedRequest(stabilityError(400, 'bad_request', ['accept: must be image/*']));
  }
  const { prompt, aspect_ratio, output_format, seed } = readFields(form);
  const [width, height] = pixels[aspect_ratio];
  const type = `image/${output_format}`;
  return {
    operation: 'generate',
    picture: { prompt, width, height, format: output_format, transparent: false },
    // 0 requests a random seed.
    ...(seed === 0 ? {} : { seed }),
    answer: (bytes, used) => bytesReply(bytes, type, { 'finish-reason': 'SUCCESS', seed: String(used) }),
  };
}

function readFields(form: Form | undefined): z.infer<typeof FieldsSchema> {
  const texts = Object.fromEntries([...(form?.fields ?? [])].map(([name, values]) => [name, values[0]]));
  const fields = FieldsSchema.safeParse({ ...texts, ...Object.fromEntries(form?.files ?? []) });
  if (fields.success) return fields.data;
  const errors = fields.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new RejectedRequest(stabilityError(400, 'bad_request', errors));
}
