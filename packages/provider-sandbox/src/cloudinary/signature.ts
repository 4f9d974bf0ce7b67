/** Cloudinary's two signatures: of API parameters and of delivery URLs. */
import { createHash } from 'node:crypto';

const unsigned = new Set(['file', 'api_key', 'cloud_name', 'resource_type', 'signature']);

/** The signed text: every non-empty parameter, sorted by name, lists joined by commas. */
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

/** `rest` is the transformation and public ID of the URL, without the version. */
export function signDelivery(rest: string, secret: string): string {
  const hash = createHash('sha1')
    .update(rest + secret)
    .digest('base64');
  return `s--${hash.slice(0, 8).replaceAll('/', '_').replaceAll('+', '-')}--`;
}
