import { RejectedRequest } from '../http/reply.ts';
import { readOriginal, type Original } from '../images/read-original.ts';
import { invalidRequest } from './errors.ts';

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const MAX_BYTES = 50 * 1024 * 1024;

/** Reads an inline picture. Only data URLs: the sandbox fetches nothing. */
export async function readInputImage(address: string, param: string): Promise<Original> {
  const [, type = '', data = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(address) ?? [];
  const reject = (message: string, code: string): never => {
    throw new RejectedRequest(invalidRequest(`Invalid '${param}': ${message}`, param, code));
  };
  if (!address.startsWith('data:'))
    reject('the sandbox does not download files.', 'failed_to_download_image');
  if (!types.includes(type)) {
    reject(
      `unsupported type '${type}'; expected one of ${types.join(', ')}.`,
      'unsupported_image_media_type',
    );
  }
  if (data === '') reject('the image is empty.', 'empty_image_file');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) reject('the data is not valid base64.', 'invalid_base64_image');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > MAX_BYTES) reject('more than 50 MB.', 'image_file_too_large');
  const image = await readOriginal(bytes, type);
  if (!image) return reject('the image data does not represent a valid image.', 'image_parse_error');
  if (image.frames > 1) reject('an animated image is not supported.', 'invalid_image_format');
  return image;
}
