import { RejectedRequest } from '../http/reply.ts';
import { readOriginal, type Original } from '../images/read-original.ts';
import { invalidRequest, openAiError } from './errors.ts';

const MAX_IMAGES = 16;
const MAX_BYTES = 50 * 1024 * 1024;
const types = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Reads the pictures of an edit: one `image`, or several `image[]`. */
export async function readOriginals(form: FormData): Promise<[Original, ...Original[]]> {
  const images = [...form.getAll('image'), ...form.getAll('image[]')];
  if (images.length > MAX_IMAGES) {
    reject(
      `Invalid 'image': array too long. Expected at most ${MAX_IMAGES} files, but got ${images.length}.`,
      'array_above_max_length',
    );
  }
  const [first, ...rest] = await Promise.all(images.map(readImage));
  if (!first) return reject("Missing required parameter: 'image'.", 'missing_required_parameter');
  return [first, ...rest];
}

async function readImage(image: File | string, index: number): Promise<Original> {
  if (typeof image === 'string') {
    return reject(
      "Invalid type for 'image': expected one of an array of files or file, but got a string instead.",
      'invalid_type',
    );
  }
  if (!types.has(image.type)) {
    reject(
      `Invalid file 'image': unsupported mimetype ('${image.type}'). Supported file formats are 'image/jpeg', 'image/png', and 'image/webp'.`,
      'unsupported_file_mimetype',
    );
  }
  if (image.size >= MAX_BYTES) reject("Invalid file 'image': 50MB or more.", 'image_too_large');
  const original = await readOriginal(Buffer.from(await image.arrayBuffer()), image.type);
  if (original) return original;
  throw new RejectedRequest(
    openAiError(400, {
      message: `Invalid image file or mode for image ${index + 1}, please check your image file.`,
      type: 'image_generation_user_error',
      param: 'image',
      code: 'invalid_image_file',
    }),
  );
}

function reject(message: string, code: string): never {
  throw new RejectedRequest(invalidRequest(message, 'image', code));
}
