/** generateContent of the model that paints. */
import { z } from 'zod';
import { TurnedDown } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import type { ImageOrder } from '../images/image-wire.ts';
import { findNearestShape, type Original } from '../images/read-original.ts';
import { googleAnswer, invalidArgument } from './google-errors.ts';
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

/** Edges are so many times those of 1K; tokens are what one image is charged as. */
const sizes = {
  '1K': { scale: 1, tokens: 1_120 },
  '2K': { scale: 2, tokens: 1_680 },
  '4K': { scale: 4, tokens: 2_520 },
};

const tokensOfText = 12;
const tokensOfAnInputImage = 1_120;
const thoughtsOfAnEdit = 240;

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

export async function readImageOrder(incoming: Incoming): Promise<ImageOrder> {
  const { contents, generationConfig } = readRequest(incoming, RequestSchema);
  const parts = contents.flatMap((content) => content.parts);
  const prompt = readText(parts);
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
      const outputTokens = images.length * tokens;
      return googleAnswer(
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
          text: tokensOfText,
          images: originals.length * tokensOfAnInputImage,
          output: { modality: 'IMAGE', tokens: outputTokens },
          thoughts: originals.length > 0 && outputTokens > 0 ? thoughtsOfAnEdit : 0,
        },
      );
    },
  };
}

/** The shape that was asked for, else that of the last picture, else a square. */
function findShape(aspectRatio: keyof typeof pixels | undefined, original: Original | undefined) {
  if (aspectRatio) return pixels[aspectRatio];
  return original ? findNearestShape(original, Object.values(pixels)) : pixels['1:1'];
}
