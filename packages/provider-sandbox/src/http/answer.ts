import type { Readable } from 'node:stream';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | Readable;
}

/** A request that the service turns down: thrown while it is read, answered as it is. */
export class TurnedDown extends Error {
  override name = 'TurnedDown';
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`Turned down with ${answer.status}`);
    this.answer = answer;
  }
}

export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

export function bytesAnswer(
  bytes: Buffer,
  contentType: string,
  headers: Record<string, string> = {},
): Answer {
  return { status: 200, headers: { 'content-type': contentType, ...headers }, body: bytes };
}

export function textAnswer(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body: Buffer.from(text),
  };
}
