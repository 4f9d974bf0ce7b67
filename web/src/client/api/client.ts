/** All requests to the portal's server go through this file. */
import { ApiErrorSchema } from '@portal/contracts/api-error';
import type { Call } from '@portal/contracts/call';
import { ImageLinkSchema, type ImageLink } from '@portal/contracts/image-link';
import type { z } from 'zod';
import { checkConnection, isNetworkFailure } from '../connection/connection.ts';
import { ApiFailure } from './api-failure.ts';

export const TIMEOUT_MS = 60_000;
const APP_CHECK_TIMEOUT_MS = 10_000;

/** The signed-in user, sent with every request. The server trusts only the token. */
export interface RequestIdentity {
  id: string;
  email: string;
  name: string;
  getToken: () => Promise<string>;
}

interface Hooks {
  /** Resolves once it is known whether a user is signed in. */
  identity: () => Promise<RequestIdentity | undefined>;
  /** Called when the server answers that the account is banned. */
  onBanned: () => void;
  /** Set if the studio uses App Check. */
  getAppCheckToken?: (() => Promise<string>) | undefined;
}

let hooks: Hooks = { identity: async () => undefined, onBanned: () => undefined };

/** Called once by the session, which knows the user and must react to a ban. */
export function connectClient(next: Hooks): void {
  hooks = next;
}

/** Sends and receives JSON, with credentials, and times out after 60 s. */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  return readJson(await send(method, path, { body, headers }));
}

/** A 204 has no content. */
const readJson = async (response: Response): Promise<unknown> =>
  response.status === 204 ? {} : response.json();

/** Fetches a file of the signed-in user. The response must start within 60 s; the download may take longer. */
export async function requestFile(path: string, cancel?: AbortSignal): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    return await send('GET', path, {
      signal: AbortSignal.any([timeout.signal, ...(cancel ? [cancel] : [])]),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** An image of the signed-in user, or a link to it if it is too large for the API. */
export async function requestImage(path: string, cancel?: AbortSignal): Promise<Blob | ImageLink> {
  const response = await requestFile(path, cancel);
  return isJson(response) ? ImageLinkSchema.parse(await response.json()) : response.blob();
}

export const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.includes('json') ?? false;

/** Makes a call of the contract and validates the response. A DELETE answered with 204 gives `{}`, like any call without a body. */
export async function call<Params extends z.ZodType, Body extends z.ZodType, Result extends z.ZodType>(
  description: Call<Params, Body, Result>,
  input: { params?: z.input<Params>; body?: z.input<Body>; headers?: Record<string, string> } = {},
): Promise<z.output<Result>> {
  const { method, path, status } = description;
  const { params, ...options } = input;
  const response = await send(method, fillPath(path, params), options);
  const isEmpty = status === 204 || (method === 'DELETE' && response.status === 204);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body of a DELETE's response is not read
  if (isEmpty) return {} as z.output<Result>;
  return description.response.parse(await readJson(response));
}

interface Versioned<Body> {
  /** Undefined if it is still that of the ETag sent. */
  body: Body;
  etag: string | undefined;
}

/** Makes a call of the contract whose response has an ETag. */
export async function callVersioned<Params extends z.ZodType, Result extends z.ZodType>(
  call: Call<Params, z.ZodType, Result>,
  input: { params: z.input<Params>; etag: string },
): Promise<Versioned<z.output<Result> | undefined>>;
export async function callVersioned<Params extends z.ZodType, Result extends z.ZodType>(
  call: Call<Params, z.ZodType, Result>,
  input?: { params: z.input<Params> },
): Promise<Versioned<z.output<Result>>>;
export async function callVersioned(
  call: Call,
  { params, etag }: { params?: unknown; etag?: string } = {},
): Promise<Versioned<unknown>> {
  // With this header the browser passes a 304 on. Otherwise it would return its cached response, to be parsed again.
  const headers = etag === undefined ? {} : { 'If-None-Match': etag };
  const response = await send(call.method, fillPath(call.path, params), { headers });
  if (response.status === 304) return { body: undefined, etag };
  return {
    body: call.response.parse(await response.json()),
    etag: response.headers.get('etag') ?? undefined,
  };
}

/** Params that the path does not name become its query. */
function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(values.get(name) ?? ''));
    values.delete(name);
    return value;
  });
  const query = new URLSearchParams([...values].map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

interface SendOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function send(
  method: string,
  path: string,
  { body, headers, signal = AbortSignal.timeout(TIMEOUT_MS) }: SendOptions = {},
): Promise<Response> {
  const response = await fetch(path, {
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
  if (response.ok || response.status === 304) return response;
  const error: unknown = await response.json().catch(() => undefined);
  throw readFailure(response, error, response.headers.get('retry-after'));
}

const BannedSchema = ApiErrorSchema.pick({ banned: true });

/** Describes a response that is not OK, and reports a ban to the session. */
export function readFailure(
  { status, statusText }: { status: number; statusText: string },
  body: unknown,
  retryAfter: string | null = null,
): ApiFailure {
  const { data } = ApiErrorSchema.safeParse(body);
  // Also if the rest of the body is invalid.
  const isBanned = status === 403 && BannedSchema.safeParse(body).data?.banned === true;
  if (isBanned) hooks.onBanned();
  // The server sends seconds, never a date.
  const retryAfterSeconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const { error: reason, code, details } = data ?? {};
  return new ApiFailure(status, statusText, { reason, code, isBanned, retryAfterSeconds, details });
}

/** Without a token the request is sent all the same: the server decides, and says why it refuses. */
async function findAppCheckToken(): Promise<string | undefined> {
  const { getAppCheckToken } = hooks;
  if (!getAppCheckToken) return undefined;
  // The SDK waits forever for a script that the browser blocks.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, APP_CHECK_TIMEOUT_MS));
  return Promise.race([getAppCheckToken(), late]).catch(() => undefined);
}

/** Undefined if no user is signed in. */
export const findUserId = async (): Promise<string | undefined> => (await hooks.identity())?.id;

/** Headers that identify the user. */
export async function identify(): Promise<Record<string, string>> {
  const identity = await hooks.identity();
  if (!identity) return {};
  const appCheckToken = await findAppCheckToken();
  return {
    ...(appCheckToken !== undefined && { 'X-Firebase-AppCheck': appCheckToken }),
    Authorization: `Bearer ${await identity.getToken()}`,
    'x-user-id': identity.id,
    'x-user-email': identity.email,
    // Header values must be Latin-1; a name can be anything.
    'x-user-name': encodeURIComponent(identity.name),
  };
}
