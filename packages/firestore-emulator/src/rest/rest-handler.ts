import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAdmin, permissionDenied } from '../access.ts';
import type { Backend } from '../service/backend.ts';
import { answerDocumentRequest } from './document-routes.ts';
import { answerEmulatorRequest } from './emulator-routes.ts';
import { answerError, answerJson, answerText, readBody } from './http-answer.ts';
import { unimplemented } from '../status.ts';
import { invalidPayload, type Json } from '../firestore-json.ts';

/** Handles HTTP/1.1 requests: documents as JSON, and the emulator endpoints. */
export const createRestHandler = (backend: Backend) => (request: IncomingMessage, response: ServerResponse) =>
  void answerRequest(backend, request, response).catch((error: unknown) => answerError(response, error));

async function answerRequest(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // No page of a browser uses this server.
  if (request.headers.origin !== undefined) return answerText(response, 'Forbidden', 403);
  const method = request.method ?? 'GET';
  const url = URL.parse(request.url ?? '/', 'http://localhost');
  if (!url) throw invalidPayload();
  if (url.pathname === '/') return answerText(response, 'Ok');
  answerJson(response, await answerPath(backend, request, method, url));
}

async function answerPath(
  backend: Backend,
  request: IncomingMessage,
  method: string,
  { pathname, searchParams }: URL,
): Promise<Json> {
  const body = await readBody(request);
  const [, area, path = ''] = /^\/(v1|emulator\/v1)\/(.*)$/.exec(decodePath(pathname)) ?? [];
  if (area === 'emulator/v1') return answerEmulatorRequest(backend, method, path, body);
  if (!isAdmin(request.headers.authorization)) throw permissionDenied();
  if (area === 'v1') return answerDocumentRequest(backend, method, path, searchParams, body);
  throw unimplemented(`${method} ${pathname}`);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalidPayload();
  }
}
