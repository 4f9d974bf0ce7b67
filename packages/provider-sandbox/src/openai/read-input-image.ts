import { RejectedRequest } from '../http/reply.ts';
import { readOriginal, type Original } from '../images/read-original.ts';
import { invalidRequest } from './errors.ts';

const types = ['image/png', 'image/jpeg', 'image/webp'];
const MAX_BYTES = 50 * 1024 * 1024;
/** Of a data URL. */
const MAX_URL_LENGTH = 20 * 1024 * 1024;

/** Reads an inline picture. Only data URLs: the sandbox fetches nothing. */
export function readDataUrl(address: string, param: string): Promise<Original> {
  if (address.length > MAX_URL_LENGTH) {
    reject(param, `string too long, maximum length ${MAX_URL_LENGTH}.`, 'string_above_max_length');
  }
  const [, type = '', data = ''] = /^data:([^;,]*);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? [];
  if (data === '') reject(param, 'the sandbox takes data URLs in base64 only.', 'invalid_base64_image');
  return readPicture(Buffer.from(data, 'base64'), type, param);
}

export async function readPicture(bytes: Buffer, type: string, param: string): Promise<Original> {
  if (!types.includes(type)) {
    const problem = `unsupported type '${type}'; expected one of ${types.join(', ')}.`;
    reject(param, problem, 'unsupported_image_media_type');
  }
  if (bytes.length > MAX_BYTES) reject(param, 'more than 50 MB.', 'image_file_too_large');
  const image = await readOriginal(bytes, type);
  if (!image) return reject(param, 'the image data does not represent a valid image.', 'image_parse_error');
  if (image.frames > 1) reject(param, 'an animated image is not supported.', 'invalid_image_format');
  return image;
}

function reject(param: string, problem: string, code: string): never {
  throw new RejectedRequest(invalidRequest(`Invalid '${param}': ${problem}`, param, code));
}
