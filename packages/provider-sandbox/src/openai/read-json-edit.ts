import { z } from 'zod';
import { RejectedRequest } from '../http/reply.ts';
import type { ImageJob } from '../images/provider-api.ts';
import { invalidRequest } from './errors.ts';
import type { Fields } from './read-fields.ts';
import { readImageFields } from './read-image-job.ts';
import { readInputImage } from './read-input-image.ts';

const MAX_IMAGES = 16;
const ImagesSchema = z
  .array(z.strictObject({ image_url: z.string() }))
  .min(1)
  .max(MAX_IMAGES);
/** Fewer than a question may have. */
const types = /^data:image\/(png|jpeg|webp);/;

/** An edit as JSON: pictures are data URLs in `images`. */
export async function readJsonEdit({ images, ...fields }: Fields): Promise<ImageJob> {
  if (images === undefined)
    return reject("Missing required parameter: 'images'.", 'missing_required_parameter');
  const list = ImagesSchema.safeParse(images);
  if (!list.success) return reject(`Invalid 'images': ${z.prettifyError(list.error)}`, 'invalid_value');
  const originals = await Promise.all(
    list.data.map(({ image_url: url }, index) => {
      if (!types.test(url)) reject(`Invalid file 'images[${index}]'.`, 'unsupported_file_mimetype');
      return readInputImage(url, `images[${index}].image_url`);
    }),
  );
  return readImageFields(fields, originals);
}

function reject(message: string, code: string): never {
  throw new RejectedRequest(invalidRequest(message, 'images', code));
}
