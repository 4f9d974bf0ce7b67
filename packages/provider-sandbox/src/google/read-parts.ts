import { z } from 'zod';
import { TurnedDown } from '../http/answer.ts';
import { readOriginal, type Original } from '../images/read-original.ts';
import { googleError } from './google-errors.ts';

const mostImages = 14;
const types = new Set(['image/png', 'image/jpeg', 'image/webp']);

export const PartSchema = z.strictObject({
  text: z.string().optional(),
  inlineData: z.strictObject({ mimeType: z.string(), data: z.base64() }).optional(),
});

/** The pictures among the parts. */
export async function readOriginals(parts: readonly z.infer<typeof PartSchema>[]): Promise<Original[]> {
  const images = parts.flatMap(({ inlineData }) => inlineData ?? []);
  if (images.length > mostImages) refuse(`At most ${mostImages} images can be given.`);
  return Promise.all(
    images.map(async ({ mimeType, data }) => {
      if (!types.has(mimeType)) refuse(`Unsupported MIME type: ${mimeType}`);
      return (
        (await readOriginal(Buffer.from(data, 'base64'), mimeType)) ?? refuse('Provided image is not valid.')
      );
    }),
  );
}

function refuse(message: string): never {
  throw new TurnedDown(googleError(400, 'INVALID_ARGUMENT', message));
}
