import type { IncomingMessage } from 'node:http';

/** A request with its whole body. */
export interface HttpRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: Buffer;
}

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
}

/** More than the input file of a batch may have, so that a provider can say that it is too large. */
const MAX_BODY_BYTES = 210_000_000;

export async function readHttpRequest(message: IncomingMessage): Promise<HttpRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new BodyTooLarge();
    chunks.push(bytes);
  }
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return {
    method: message.method ?? 'GET',
    // URL needs an origin; only the path matters.
    url: new URL(message.url ?? '/', 'http://sandbox'),
    headers,
    body: Buffer.concat(chunks),
  };
}

export function readBearer({ headers }: HttpRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

export function isContentType({ headers }: HttpRequest, type: string): boolean {
  return (headers.get('content-type') ?? '').toLowerCase().startsWith(type);
}

/** Undefined unless the request says that its body is JSON, and it is. */
export const readJson = (incoming: HttpRequest): unknown =>
  isContentType(incoming, 'application/json') ? parseJson(incoming.body) : undefined;

/** Undefined if the body is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
