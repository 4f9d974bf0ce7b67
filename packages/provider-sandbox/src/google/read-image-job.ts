/** generateContent for images. */
import { z } from 'zod';
import { RejectedRequest } from '../http/reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { ImageJob } from '../images/provider-api.ts';
import { findNearestShape, type Original } from '../images/read-original.ts';
import { googleReply, invalidArgument } from './google-errors.ts';
import { readOriginals } from './read-parts.ts';
import { readRequest, readText, sharedConfig, sharedRequest } from './read-request.ts';

export const imageModel = 'gemini-nano-banana-2.1';

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

/** `scale` multiplies the edges of 1K; `tokens` is the charge per image. Sources: contracts/src/image-sizes.ts. */
const sizes = {
  '1K': { scale: 1, tokens: 1_120 },
  '2K': { scale: 2, tokens: 1_680 },
  '4K': { scale: 4, tokens: 3_780 },
};

const TEXT_TOKENS = 12;
const INPUT_IMAGE_TOKENS = 1_120;
const EDIT_THOUGHT_TOKENS = 240;

const RequestSchema = z.strictObject({
  ...sharedRequest,
  generationConfig: z
    .strictObject({
      ...sharedConfig,
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

export async function readImageJob(incoming: HttpRequest): Promise<ImageJob> {
  const { contents, generationConfig } = readRequest(incoming, RequestSchema);
  const parts = contents.flatMap((content) => content.parts);
  const prompt = readText(parts);
  if (prompt === '') {
    throw new RejectedRequest(invalidArgument('contents: text is required.', 'contents'));
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
      const outputTokens = images.length * tokens;
      return googleReply(
        imageModel,
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
        {
          text: TEXT_TOKENS,
          images: originals.length * INPUT_IMAGE_TOKENS,
          output: { modality: 'IMAGE', tokens: outputTokens },
          thoughts: originals.length > 0 && outputTokens > 0 ? EDIT_THOUGHT_TOKENS : 0,
        },
      );
    },
  };
}

/** The requested shape, else that of the last picture, else a square. */
function findShape(aspectRatio: keyof typeof pixels | undefined, original: Original | undefined) {
  if (aspectRatio) return pixels[aspectRatio];
  return original ? findNearestShape(original, Object.values(pixels)) : pixels['1:1'];
}
