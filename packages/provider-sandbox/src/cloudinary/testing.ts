/** Test helpers that call Cloudinary as its SDK does. */
import sharp from 'sharp';
import { signDelivery, signParameters } from './signature.ts';

const secret = 'sandbox-cloudinary-secret';
const key = 'sandbox-cloudinary-key-1';

export const now = () => Math.floor(Date.now() / 1_000);

export function makeImage(color = '#336699', width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
}

export function sign(fields: Record<string, string>): Record<string, string> {
  const parameters = new Map(Object.entries(fields).map(([name, value]) => [name, [value]] as const));
  return { ...fields, signature: signParameters(parameters, secret), api_key: key };
}

export function sendUpload(url: string, fields: Record<string, string>, file: Buffer, kind = 'image') {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new Blob([new Uint8Array(file)]));
  return fetch(`${url}/cloudinary/v1_1/sandbox/${kind}/upload`, { method: 'POST', body });
}

export async function upload(
  url: string,
  publicId: string,
  fields: Record<string, string> = {},
  file?: Buffer,
) {
  const signed = sign({ public_id: publicId, type: 'authenticated', timestamp: String(now()), ...fields });
  return sendUpload(url, signed, file ?? (await makeImage()));
}

export function callAdmin(url: string, path: string, init: RequestInit = {}, password = secret) {
  const authorization = `Basic ${Buffer.from(`${key}:${password}`).toString('base64')}`;
  return fetch(`${url}/cloudinary/v1_1/sandbox/${path}`, { ...init, headers: { authorization } });
}

export function remove(url: string, path: string, fields: Record<string, string> | [string, string][]) {
  return callAdmin(url, path, { method: 'DELETE', body: new URLSearchParams(fields) });
}

export function archiveUrl(url: string, fields: Record<string, string | string[]>): string {
  const parameters = new Map<string, string[]>(
    Object.entries({
      mode: 'download',
      target_format: 'zip',
      flatten_folders: '1',
      use_original_filename: '1',
      type: 'authenticated',
      timestamp: String(now()),
      ...fields,
    }).map(([name, value]) => (Array.isArray(value) ? [`${name}[]`, value] : [name, [value]])),
  );
  const query = new URLSearchParams();
  for (const [name, values] of parameters) for (const value of values) query.append(name, value);
  query.set('signature', signParameters(parameters, secret));
  query.set('api_key', key);
  return `${url}/cloudinary/v1_1/sandbox/image/generate_archive?${query.toString()}`;
}

/** The URL that the SDK builds for an authenticated asset. The version is not signed. */
export function signedAddress(url: string, transformation: string, name: string): string {
  const signed = transformation === '' ? name : `${transformation}/${name}`;
  const place = [signDelivery(signed, secret), transformation, 'v17', name]
    .filter((part) => part !== '')
    .join('/');
  return `${url}/cloudinary/res/sandbox/image/authenticated/${place}`;
}
