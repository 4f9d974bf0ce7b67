/** The one way to the portal's own server. */
import { ApiErrorSchema } from '@portal/contracts/api-error';
import type { Call } from '@portal/contracts/call';
import type { z } from 'zod';
import { checkConnection, isNetworkFailure } from '../connection/connection.ts';
import { ApiFailure } from './api-failure.ts';

export const TIME_OUT_MS = 60_000;

/** The signed-in person, as every request names them. Only the token counts; the server checks it. */
export interface RequestIdentity {
  id: string;
  email: string;
  name: string;
  getToken: () => Promise<string>;
}

interface Hooks {
  identity: () => RequestIdentity | undefined;
  /** The server says that the account is banned. */
  onBanned: () => void;
}

let hooks: Hooks = { identity: () => undefined, onBanned: () => undefined };

/** Called once, by the session: requests need to know who asks, and the session needs to hear of a ban. */
export function connectClient(next: Hooks): void {
  hooks = next;
}

/** JSON in and out, credentials included, given up after 60 s. */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await send(method, path, { body, headers });
  if (method === 'DELETE' && answer.status === 204) return {};
  return answer.json();
}

/** A file that only its owner may have: it has to begin within 60 s, and may then take as long as it takes. */
export async function requestFile(path: string, cancel?: AbortSignal): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), TIME_OUT_MS);
  try {
    return await send('GET', path, {
      signal: AbortSignal.any([patience.signal, ...(cancel ? [cancel] : [])]),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** The bytes of such a file. */
export const requestBlob = async (path: string, cancel?: AbortSignal): Promise<Blob> =>
  (await requestFile(path, cancel)).blob();

/** A call of the contract: typed, and its answer checked. */
export async function call<Params extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  description: Call<Params, Body, Answer>,
  input: { params?: z.input<Params>; body?: z.input<Body>; headers?: Record<string, string> } = {},
): Promise<z.output<Answer>> {
  const answer = await request(
    description.method,
    fillPath(description.path, input.params),
    input.body,
    input.headers,
  );
  return description.answer.parse(description.status === 204 ? undefined : answer);
}

function fillPath(path: string, params: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      String(typeof params === 'object' && params !== null ? Reflect.get(params, name) : ''),
    ),
  );
}

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function send(
  method: string,
  path: string,
  { body, headers, signal = AbortSignal.timeout(TIME_OUT_MS) }: Sent = {},
): Promise<Response> {
  const answer = await fetch(path, {
    method,
    credentials: 'include',
    signal,
    headers: {
      ...headers,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(await identify()),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (isNetworkFailure(error)) void checkConnection();
    throw error;
  });
  if (answer.ok) return answer;
  const refusal: unknown = await answer.json().catch(() => undefined);
  throw readFailure(answer, refusal, answer.headers.get('retry-after'));
}

/** What an answer that is not OK means; of a ban the session hears at once. */
export function readFailure(
  { status, statusText }: { status: number; statusText: string },
  body: unknown,
  retryAfter: string | null = null,
): ApiFailure {
  const { data } = ApiErrorSchema.safeParse(body);
  const isBanned = status === 403 && data?.banned === true;
  if (isBanned) hooks.onBanned();
  // Our server sends seconds, never a date.
  const retryAfterSeconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const { error: reason, details } = data ?? {};
  return new ApiFailure(status, statusText, { reason, isBanned, retryAfterSeconds, details });
}

/** Who asks, as headers. */
export async function identify(): Promise<Record<string, string>> {
  const identity = hooks.identity();
  if (!identity) return {};
  return {
    Authorization: `Bearer ${await identity.getToken()}`,
    'x-user-id': identity.id,
    'x-user-email': identity.email,
    // Header values are Latin-1; a name may be anything.
    'x-user-name': encodeURIComponent(identity.name),
  };
}
