import { TurnedDown } from '../http/answer.ts';
import { readOriginal, type Original } from '../images/read-original.ts';
import { invalidRequest } from './errors.ts';

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const mostBytes = 50 * 1024 * 1024;

/** A picture within a request: a data URL, for this service fetches nothing. */
export async function readInputImage(address: string, param: string): Promise<Original> {
  const [, type = '', data = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(address) ?? [];
  const refuse = (message: string, code: string): never => {
    throw new TurnedDown(invalidRequest(`Invalid '${param}': ${message}`, param, code));
  };
  if (!address.startsWith('data:')) refuse('the sandbox downloads nothing.', 'failed_to_download_image');
  if (!types.includes(type)) {
    refuse(`unsupported type '${type}'; one of ${types.join(', ')} is.`, 'unsupported_image_media_type');
  }
  if (data === '') refuse('the image is empty.', 'empty_image_file');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) refuse('this is no base64.', 'invalid_base64_image');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > mostBytes) refuse('more than 50 MB.', 'image_file_too_large');
  const image = await readOriginal(bytes, type);
  if (!image) return refuse('the image data does not represent a valid image.', 'image_parse_error');
  if (image.frames > 1) refuse('an animated image is not supported.', 'invalid_image_format');
  return image;
}
