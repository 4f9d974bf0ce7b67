import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalidArgument, toStatusError, type CodeName } from '../status.ts';
import { invalidPayload, type Json } from '../firestore-json.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

const HTTP_STATUS: Readonly<Record<CodeName, number>> = {
  OK: 200,
  CANCELLED: 499,
  UNKNOWN: 500,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DATA_LOSS: 500,
  UNAUTHENTICATED: 401,
};

export async function readBody(request: IncomingMessage): Promise<Json | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    chunks.push(bytes);
    length += bytes.length;
    if (length > MAX_BODY_BYTES) throw invalidArgument('The request is too large.');
  }
  if (length === 0) return undefined;
  try {
    const json: Json = JSON.parse(Buffer.concat(chunks).toString());
    return json;
  } catch {
    throw invalidPayload();
  }
}

export function answerJson(response: ServerResponse, json: Json, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(json, null, 2)}\n`);
}

export function answerText(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/plain' });
  response.end(`${text}\n`);
}

export function answerError(response: ServerResponse, cause: unknown): void {
  const { code, message } = toStatusError(cause);
  const status = HTTP_STATUS[code];
  answerJson(response, { error: { code: status, message, status: code } }, status);
}
