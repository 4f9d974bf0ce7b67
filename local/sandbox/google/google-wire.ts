/** The Gemini API: generateContent of the image model. */
import { z } from 'zod';
import { TurnedDown } from '../http/answer.ts';
import { isContentType, parseJson, type Incoming } from '../http/incoming.ts';
import type { ImageOrder, ImageWire } from '../images/image-wire.ts';
import { findNearestShape, type Original } from '../images/read-original.ts';
import { googleAnswer, googleError, googleErrors, googleModel, invalidArgument } from './google-errors.ts';
import { PartSchema, readOriginals } from './read-parts.ts';

const pixels = {
  '1:1': [1_024, 1_024],
  '2:3': [848, 1_264],
  '3:2': [1_264, 848],
  '3:4': [896, 1_200],
  '4:3': [1_200, 896],
  '4:5': [928, 1_152],
  '5:4': [1_152, 928],
  '9:16': [768, 1_376],
  '16:9': [1_376, 768],
  '21:9': [1_584, 672],
} as const;

/** Edges are so many times those of 1K; tokens are what one image is charged as. */
const sizes = {
  '1K': { scale: 1, tokens: 1_120 },
  '2K': { scale: 2, tokens: 1_680 },
  '4K': { scale: 4, tokens: 2_520 },
};

const RequestSchema = z.strictObject({
  contents: z
    .array(z.strictObject({ role: z.enum(['user', 'model']).optional(), parts: z.array(PartSchema).min(1) }))
    .min(1),
  systemInstruction: z.strictObject({ role: z.string().optional(), parts: z.array(PartSchema) }).optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
  generationConfig: z
    .strictObject({
      candidateCount: z.literal(1),
      temperature: z.number().min(0).max(2),
      topP: z.number(),
      topK: z.number(),
      seed: z.int(),
      maxOutputTokens: z.int().positive(),
      responseModalities: z.array(z.enum(['TEXT', 'IMAGE'])),
      imageConfig: z
        .strictObject({
          aspectRatio: z.enum(['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']),
          imageSize: z.enum(['1K', '2K', '4K']),
          personGeneration: z.enum(['ALLOW_NONE', 'ALLOW_ADULT', 'ALLOW_ALL']),
        })
        .partial(),
    })
    .partial()
    .default({}),
});

/** v1 is what the SDK asks unless told otherwise. */
const modelPath = /^\/google\/v1(?:beta)?\/models\/([^/:]+):generateContent$/;

export const googleWire: ImageWire = {
  provider: 'google',
  errors: googleErrors,
  findOperation: ({ body }) => (body.includes('"inlineData"') ? 'edit' : 'generate'),
  readKey: ({ headers, url }) => headers.get('x-goog-api-key') ?? url.searchParams.get('key') ?? '',
  async readOrder(incoming) {
    const model = modelPath.exec(incoming.url.pathname)?.[1];
    if (incoming.method !== 'POST' || model === undefined) {
      throw new TurnedDown(googleError(404, 'NOT_FOUND', 'There is no such path.'));
    }
    if (model !== googleModel) {
      throw new TurnedDown(
        googleError(404, 'NOT_FOUND', `models/${model} is not found, or not supported for generateContent.`),
      );
    }
    return readOrder(incoming);
  },
};

async function readOrder(incoming: Incoming): Promise<ImageOrder> {
  const { contents, generationConfig } = readRequest(incoming);
  const parts = contents.flatMap((content) => content.parts);
  const prompt = parts.flatMap(({ text }) => text ?? []).join('\n');
  if (prompt === '') {
    throw new TurnedDown(invalidArgument('contents: no text asks for anything.', 'contents'));
  }
  const originals = await readOriginals(parts);
  const original = originals.at(-1);
  const { aspectRatio, imageSize = '1K' } = generationConfig.imageConfig ?? {};
  const [width, height] = findShape(aspectRatio, original);
  const { scale, tokens } = sizes[imageSize];
  const wantsImage = generationConfig.responseModalities?.includes('IMAGE') ?? true;
  return {
    operation: original ? 'edit' : 'generate',
    prompt,
    ...(original ? { original: original.bytes } : {}),
    pictures: wantsImage
      ? [{ prompt, width: width * scale, height: height * scale, format: 'jpeg', transparent: false }]
      : [],
    ...(generationConfig.seed === undefined ? {} : { seed: generationConfig.seed }),
    answer(pictures) {
      const images = pictures.map(({ bytes }) => ({
        inlineData: { mimeType: 'image/jpeg', data: bytes.toString('base64') },
      }));
      return googleAnswer(
        {
          candidates: [
            {
              content: {
                role: 'model',
                parts: wantsImage ? images : [{ text: 'Words alone were asked for.' }],
              },
              finishReason: 'STOP',
              index: 0,
            },
          ],
        },
        originals.length,
        images.length * tokens,
      );
    },
  };
}

/** The shape that was asked for, else that of the last picture, else a square. */
function findShape(aspectRatio: keyof typeof pixels | undefined, original: Original | undefined) {
  if (aspectRatio) return pixels[aspectRatio];
  return original ? findNearestShape(original, Object.values(pixels)) : pixels['1:1'];
}

function readRequest(incoming: Incoming): z.infer<typeof RequestSchema> {
  const body = parseJson(incoming.body);
  if (!isContentType(incoming, 'application/json') || body === undefined) {
    throw new TurnedDown(invalidArgument('Invalid JSON payload received.', ''));
  }
  const request = RequestSchema.safeParse(body);
  if (request.success) return request.data;
  const [issue] = request.error.issues;
  throw new TurnedDown(describeIssue(issue));
}

function describeIssue(issue: z.core.$ZodIssue | undefined) {
  const path = (issue?.path ?? []).map(String).join('.');
  if (issue?.code === 'unrecognized_keys') {
    const place = path === '' ? '' : ` at '${path}'`;
    return invalidArgument(
      `Invalid JSON payload received. Unknown name "${issue.keys[0] ?? ''}"${place}: Cannot find field.`,
      path,
    );
  }
  return invalidArgument(`Invalid value at '${path}': ${issue?.message ?? ''}`, path);
}
