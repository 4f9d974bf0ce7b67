/** generateContent for images. */
import { z } from 'zod';
import type { HttpRequest } from '../http/http-request.ts';
import type { ImageJob } from '../images/provider-api.ts';
import { googleReply } from './google-errors.ts';
import { PictureContentsSchema, readPicture, readRequest, TextContentsSchema } from './read-request.ts';

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
  contents: z.union([TextContentsSchema, PictureContentsSchema]),
  generationConfig: z.strictObject({
    responseModalities: z.tuple([z.literal('IMAGE')]),
    imageConfig: z.strictObject({
      aspectRatio: z.enum(['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']),
      imageSize: z.enum(['1K', '2K', '4K']),
      personGeneration: z.enum(['ALLOW_NONE', 'ALLOW_ADULT', 'ALLOW_ALL']).optional(),
    }),
  }),
});

export async function readImageJob(incoming: HttpRequest): Promise<ImageJob> {
  const { contents, generationConfig } = readRequest(incoming, RequestSchema);
  const [{ parts }] = contents;
  const [picture, { text: prompt }] = parts.length === 1 ? [undefined, ...parts] : parts;
  const original = picture && (await readPicture(picture));
  const { aspectRatio, imageSize } = generationConfig.imageConfig;
  const [width, height] = pixels[aspectRatio];
  const { scale, tokens } = sizes[imageSize];
  return {
    operation: original ? 'edit' : 'generate',
    ...(original && { original: original.bytes }),
    picture: { prompt, width: width * scale, height: height * scale, format: 'jpeg', transparent: false },
    answer: (bytes) => {
      const inlineData = { mimeType: 'image/jpeg', data: bytes.toString('base64') };
      return googleReply(
        imageModel,
        {
          candidates: [
            { content: { role: 'model', parts: [{ inlineData }] }, finishReason: 'STOP', index: 0 },
          ],
        },
        {
          text: TEXT_TOKENS,
          images: original ? INPUT_IMAGE_TOKENS : 0,
          output: { modality: 'IMAGE', tokens },
          thoughts: original ? EDIT_THOUGHT_TOKENS : 0,
        },
      );
    },
  };
}
