import type { Readable } from 'node:stream';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer | Readable;
}

/** Thrown while a request is read; the reply is sent as it is. */
export class RejectedRequest extends Error {
  override name = 'RejectedRequest';
  readonly answer: Reply;
  constructor(answer: Reply) {
    super(`Turned down with ${answer.status}`);
    this.answer = answer;
  }
}

export function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

export function bytesReply(bytes: Buffer, contentType: string, headers: Record<string, string> = {}): Reply {
  return { status: 200, headers: { 'content-type': contentType, ...headers }, body: bytes };
}

export function textReply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body: Buffer.from(text),
  };
}
