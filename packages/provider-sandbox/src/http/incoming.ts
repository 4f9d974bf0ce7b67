import type { IncomingMessage } from 'node:http';

/** A request, read to its end. */
export interface Incoming {
  method: string;
  url: URL;
  headers: Headers;
  body: Buffer;
}

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
}

const bodyLimit = 110 * 1024 * 1024;

export async function readIncoming(message: IncomingMessage): Promise<Incoming> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > bodyLimit) throw new BodyTooLarge();
    chunks.push(bytes);
  }
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return {
    method: message.method ?? 'GET',
    // The address is only there to parse the path: this server has one.
    url: new URL(message.url ?? '/', 'http://sandbox'),
    headers,
    body: Buffer.concat(chunks),
  };
}

export function readBearer({ headers }: Incoming): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

export function isContentType({ headers }: Incoming, type: string): boolean {
  return (headers.get('content-type') ?? '').toLowerCase().startsWith(type);
}

/** Undefined when the body is no JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
