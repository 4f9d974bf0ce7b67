/** The Images API: generations, and edits of one picture as a form or as JSON. */
import { z } from 'zod';
import { jsonReply, RejectedRequest } from '../http/reply.ts';
import { isContentType, readJson, type HttpRequest } from '../http/http-request.ts';
import type { ImageJob } from '../images/provider-api.ts';
import type { Original } from '../images/read-original.ts';
import { signPicture } from '../signatures/sign-picture.ts';
import { invalidRequest, openAiHeaders, unknownModel } from './errors.ts';
import { countImageTokens, IMAGE_MODELS, readSize } from './models.ts';
import { readDataUrl, readPicture } from './read-input-image.ts';
import { readRequest } from './read-request.ts';

const MAX_PROMPT_LENGTH = 32_000;
const CHARACTERS_PER_TOKEN = 4;
const INPUT_IMAGE_TOKENS = 323;

const RequestSchema = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1).max(MAX_PROMPT_LENGTH),
  quality: z.enum(['low', 'medium', 'high']),
  background: z.enum(['transparent', 'opaque']),
  size: z.string(),
  output_format: z.enum(['png', 'jpeg', 'webp']),
  n: z.literal(1),
});
type ImageRequest = z.infer<typeof RequestSchema>;

const FormSchema = z.strictObject({ ...RequestSchema.shape, n: z.literal('1'), image: z.instanceof(File) });
/** As JSON, edits have three sizes: EditImageBodyJsonParam in https://github.com/openai/openai-openapi. */
const JsonEditSchema = z.strictObject({
  ...RequestSchema.shape,
  size: z.enum(['1024x1024', '1536x1024', '1024x1536']),
  images: z.tuple([z.strictObject({ image_url: z.string() })]),
});

export const readGeneration = (incoming: HttpRequest): ImageJob =>
  makeJob(readRequest(readJson(incoming), RequestSchema));

export async function readEdit(incoming: HttpRequest): Promise<ImageJob> {
  if (isContentType(incoming, 'application/json')) {
    const { images, ...request } = readRequest(readJson(incoming), JsonEditSchema);
    return makeJob(request, await readDataUrl(images[0].image_url, 'images[0].image_url'));
  }
  const { image, ...request } = readRequest(await readFormData(incoming), FormSchema);
  const bytes = Buffer.from(await image.arrayBuffer());
  return makeJob({ ...request, n: 1 }, await readPicture(bytes, image.type, 'image'));
}

/** Keeps the declared type of the file, and lists of repeated fields; undefined if the body is malformed. */
const readFormData = ({ headers, body }: HttpRequest): Promise<object | undefined> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers.get('content-type') ?? '' } })
    .formData()
    .then((form) =>
      Object.fromEntries(
        [...form.keys()].map((name) => {
          const values = form.getAll(name);
          return [name, values.length === 1 ? values[0] : values];
        }),
      ),
    )
    .catch(() => undefined);

function makeJob(request: ImageRequest, original?: Original): ImageJob {
  const { model, prompt, quality, size, output_format: format } = request;
  if (!IMAGE_MODELS.includes(model)) throw new RejectedRequest(unknownModel(model));
  const transparent = request.background === 'transparent';
  if (transparent && format === 'jpeg') {
    reject('A transparent background needs png or webp output.', 'background');
  }
  const pixels = readSize(size);
  if (!pixels) return reject(`Invalid size '${size}' for this model.`, 'size');
  const { width, height } = pixels;
  const inputImageTokens = original ? INPUT_IMAGE_TOKENS : 0;
  const textTokens = Math.ceil(prompt.length / CHARACTERS_PER_TOKEN);
  const imageTokens = countImageTokens(quality, width, height);
  return {
    operation: original ? 'edit' : 'generate',
    picture: { prompt, width, height, format, transparent },
    ...(original && { original: original.bytes }),
    answer: (bytes) =>
      jsonReply(
        200,
        {
          created: Math.floor(Date.now() / 1_000),
          background: request.background,
          data: [{ b64_json: signPicture(bytes, format).toString('base64') }],
          output_format: format,
          quality,
          size,
          usage: {
            input_tokens: textTokens + inputImageTokens,
            input_tokens_details: { image_tokens: inputImageTokens, text_tokens: textTokens },
            output_tokens: imageTokens,
            output_tokens_details: { image_tokens: imageTokens, text_tokens: 0 },
            total_tokens: textTokens + inputImageTokens + imageTokens,
          },
        },
        openAiHeaders(),
      ),
  };
}

function reject(message: string, param: string): never {
  throw new RejectedRequest(invalidRequest(message, param, 'invalid_value'));
}
