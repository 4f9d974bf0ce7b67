import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAdmin, permissionDenied } from '../access.ts';
import type { Backend } from '../service/backend.ts';
import type { ServiceMethod } from '../service/service-method.ts';
import { serviceMethods } from '../service/service-methods.ts';
import { lookupType } from '../wire/protocol.ts';
import { routeRequest } from './document-routes.ts';
import { answerEmulatorRequest } from './emulator-routes.ts';
import { allowOrigin, answerError, answerJson, answerText, readBody } from './http-answer.ts';
import { parseMessage, printMessage } from './json-message.ts';
import { invalidPayload, type Json, type JsonObject } from '../values/firestore-json.ts';

/** Handles HTTP/1.1 requests: the documents API as JSON, and the emulator endpoints. */
export const createRestHandler = (backend: Backend) => (request: IncomingMessage, response: ServerResponse) =>
  void answerRequest(backend, request, response).catch((error: unknown) => answerError(response, error));

async function answerRequest(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!allowOrigin(request, response)) return answerText(response, 'Forbidden', 403);
  const method = request.method ?? 'GET';
  const url = URL.parse(request.url ?? '/', 'http://localhost');
  if (!url) return answerText(response, 'Not Found', 404);
  if (method === 'OPTIONS') return void response.writeHead(200).end();
  if (url.pathname === '/') return answerText(response, 'Ok');
  const json = await answerPath(backend, request, method, url);
  if (json === undefined) answerText(response, 'Not Found', 404);
  else answerJson(response, json);
}

async function answerPath(
  backend: Backend,
  request: IncomingMessage,
  method: string,
  { pathname, searchParams }: URL,
): Promise<Json | undefined> {
  const body = await readBody(request);
  const [, area, rawPath] = /^\/(v1|emulator\/v1)\/(.*)$/.exec(pathname) ?? [];
  if (area === undefined || rawPath === undefined) return undefined;
  const path = decodePath(rawPath);
  if (area !== 'v1') return answerEmulatorRequest(backend, method, path, body);
  const routed = routeRequest(method, path, searchParams, body);
  if (!routed) return undefined;
  return callMethod(backend, request.headers.authorization, serviceMethods[routed.method], routed.request);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalidPayload();
  }
}

async function callMethod(
  backend: Backend,
  authorization: string | undefined,
  method: ServiceMethod,
  json: JsonObject,
): Promise<Json> {
  if (!isAdmin(authorization)) throw permissionDenied();
  const request = parseMessage(lookupType(method.requestType), json);
  const responseType = lookupType(method.responseType);
  const responses = [...(await method.run(backend, request))].map((each) => printMessage(responseType, each));
  return method.isStreaming ? responses : (responses[0] ?? {});
}
