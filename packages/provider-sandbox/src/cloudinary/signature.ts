/** The two signatures of Cloudinary: of a call's parameters, and of a delivery address. */
import { createHash } from 'node:crypto';

const unsigned = new Set(['file', 'api_key', 'cloud_name', 'resource_type', 'signature']);

/** What is signed: every parameter with a value, by name, lists joined by commas. */
export function toSignedText(parameters: ReadonlyMap<string, readonly string[]>): string {
  return [...parameters]
    .map(([name, values]) => [name.replace(/\[\]$/, ''), values.join(',')] as const)
    .filter(([name, value]) => !unsigned.has(name) && value !== '')
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, value]) => `${name}=${value}`.replaceAll('&', '%26'))
    .join('&');
}

export function signParameters(parameters: ReadonlyMap<string, readonly string[]>, secret: string): string {
  return createHash('sha1')
    .update(toSignedText(parameters) + secret)
    .digest('hex');
}

/** `rest`: transformation and public id as they stand in the address, without the version. */
export function signDelivery(rest: string, secret: string): string {
  const hash = createHash('sha1')
    .update(rest + secret)
    .digest('base64');
  return `s--${hash.slice(0, 8).replaceAll('/', '_').replaceAll('+', '-')}--`;
}
