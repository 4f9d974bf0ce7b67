import { z } from 'zod';
import { RejectedRequest } from '../http/reply.ts';
import { readOriginal, type Original } from '../images/read-original.ts';
import { googleError } from './google-errors.ts';

const MAX_IMAGES = 14;
const types = new Set(['image/png', 'image/jpeg', 'image/webp']);

export const PartSchema = z.strictObject({
  text: z.string().optional(),
  inlineData: z.strictObject({ mimeType: z.string(), data: z.base64() }).optional(),
});

/** Decodes the image parts. */
export async function readOriginals(parts: readonly z.infer<typeof PartSchema>[]): Promise<Original[]> {
  const images = parts.flatMap(({ inlineData }) => inlineData ?? []);
  if (images.length > MAX_IMAGES) reject(`At most ${MAX_IMAGES} images can be given.`);
  return Promise.all(
    images.map(async ({ mimeType, data }) => {
      if (!types.has(mimeType)) reject(`Unsupported MIME type: ${mimeType}`);
      return (
        (await readOriginal(Buffer.from(data, 'base64'), mimeType)) ?? reject('Provided image is not valid.')
      );
    }),
  );
}

function reject(message: string): never {
  throw new RejectedRequest(googleError(400, 'INVALID_ARGUMENT', message));
}
