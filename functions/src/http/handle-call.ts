import { THUMBNAIL_TYPE } from '@portal/contracts/batch-calls';
import type { Call, FileCall } from '@portal/contracts/call';
import { IdempotencyKeySchema } from '@portal/contracts/ids';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { claimTicket } from '../identity/claim-ticket.ts';
import { identifyCaller, type Caller, type IdentityClients } from '../identity/identify-caller.ts';
import { verifyApp, type AppCheckClient } from '../identity/verify-app.ts';
import { AppError } from '../platform/app-error.ts';
import { answerByContent } from './answer-versioned.ts';
import { limitRate, type RateLimit } from './limit-rate.ts';
import { servedCallsOf } from './served-calls.ts';

/** What admits callers. */
export type ApiClients = IdentityClients & AppCheckClient;

const MAX_JSON_BYTES = 1_000_000;

interface Request<Params, Body> {
  params: Params;
  body: Body;
  /** Empty for public calls. An operator's uid is the id of the ticket. */
  caller: Caller;
}

/** Serves one call of the contract. Checks the caller, the request and the response. */
export function handleCall<Params extends z.ZodType, Body extends z.ZodType, Result extends z.ZodType>(
  app: Hono,
  clients: ApiClients,
  call: Call<Params, Body, Result>,
  handle: (
    request: Request<z.output<Params>, z.output<Body>>,
    context: Context,
  ) => Promise<z.input<Result> | Response>,
): void {
  servedCallsOf(app).calls.push(call);
  app.on(call.method, toRoute(call.path), async (context) => {
    const caller = await admit(clients, call, context);
    const request = {
      params: parse(call.params, { ...context.req.query(), ...context.req.param() }, 'params'),
      body: parse(call.body, call.body && (await readJson(context)), 'body'),
      caller,
    };
    const result = await handle(request, context);
    if (result instanceof Response) return result;
    const body = call.response.parse(result);
    if (call.status === 204) return context.body(null, 204);
    const isVersioned = context.res.headers.has('Cache-Control');
    if (call.method !== 'GET' || call.audience === 'public' || isVersioned)
      return context.json(body, call.status);
    const changed = await answerByContent(context, body);
    return changed instanceof Response ? changed : context.json(changed, call.status);
  });
}

/** Serves a call that answers with a file, or with JSON instead. */
export function handleFileCall<Params extends z.ZodType>(
  app: Hono,
  clients: ApiClients,
  call: FileCall<Params>,
  handle: (
    request: Pick<Request<z.output<Params>, never>, 'params' | 'caller'>,
    context: Context,
  ) => Promise<Response>,
): void {
  servedCallsOf(app).fileCalls.push(call);
  const limit = findLimit(call);
  app.get(toRoute(call.path), async (context) => {
    const caller = await admit(clients, call, context, limit);
    return handle({ params: parse(call.params, context.req.param(), 'params'), caller }, context);
  });
}

/** Only thumbnails have a fixed type. */
function findLimit({ produces }: FileCall): RateLimit {
  if (produces === THUMBNAIL_TYPE) return 'thumbnails';
  return produces.startsWith('image/') ? 'pictures' : 'calls';
}

const toRoute = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

export async function admit(
  clients: ApiClients,
  call: Pick<Call, 'audience'>,
  context: Context,
  limit: RateLimit = 'calls',
): Promise<Caller> {
  if (call.audience === 'public') return { uid: '', email: '', role: 'user' };
  const authorization = context.req.header('authorization');
  if (call.audience === 'operator') {
    try {
      return { uid: await claimTicket(clients.firestore, authorization), email: '', role: 'user' };
    } catch (error) {
      // Only after a refusal: made-up tickets must not block a valid one.
      limitRate('everyone', 'refusedTickets');
      throw error;
    }
  }
  await verifyApp(clients, context.req.header('x-firebase-appcheck'));
  const caller = await identifyCaller(clients, authorization);
  limitRate(caller.uid, limit);
  if (call.audience === 'admin' && caller.role !== 'admin') {
    throw AppError.accessDenied('Not an admin.');
  }
  return caller;
}

export async function readJson(context: Context): Promise<unknown> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new AppError('unsupported-media-type', 'This call requires JSON.');
  }
  const text = await context.req.text();
  if (text.length > MAX_JSON_BYTES) throw new AppError('too-large', 'The request is too large.');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad-request', 'The request is not valid JSON.', { cause });
  }
}

export function parse<Schema extends z.ZodType>(
  schema: Schema | undefined,
  input: unknown,
  where: string,
): z.output<Schema> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a call without a schema gives its handler nothing
  if (!schema) return undefined as z.output<Schema>;
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError('bad-request', `The ${where} of the request did not pass its schema.`, {
    userMessage: 'Some fields are invalid.',
    details: result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  });
}

export function readIdempotencyKey(context: Context): string | undefined {
  const { data, error } = IdempotencyKeySchema.optional().safeParse(context.req.header('idempotency-key'));
  const issue = error?.issues[0];
  if (issue) throw new AppError('bad-request', issue.message);
  return data;
}
