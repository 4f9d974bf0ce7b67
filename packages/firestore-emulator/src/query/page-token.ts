/** Page tokens, which are opaque to clients and contain a string. */
import { invalidArgument } from '../status.ts';

export const encodePageToken = (text: string): string => Buffer.from(text).toString('base64url');

/** Returns undefined for the first page. */
export function decodePageToken(token: string): string | undefined {
  if (token === '') return undefined;
  const text = Buffer.from(token, 'base64url').toString();
  if (encodePageToken(text) !== token) throw invalidArgument('The page token is invalid.');
  return text;
}
