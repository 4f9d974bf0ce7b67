/** What is wrong with an answer. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { callApi } from '../support/api.ts';
import { listSent, type Draft } from './draft.ts';
import { readError, type Answer } from './send.ts';
import type { Route } from './routes.ts';
import type { Account } from '../support/accounts.ts';

const DescriptionSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
  ),
});

export interface Judge {
  secrets: readonly string[];
  paths: z.infer<typeof DescriptionSchema>['paths'];
}

export async function makeJudge(as: Account, secrets: readonly string[]): Promise<Judge> {
  const { body } = await callApi('GET', '/api/openapi.json', { as });
  return { secrets, paths: DescriptionSchema.parse(body).paths };
}

/** A body that a call does not have may be unreadable, too. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 413, 415]);

export const isSuccess = ({ status }: Pick<Answer, 'status'>): boolean => status >= 200 && status < 300;

/** The emulator's CORS, which a deployed function does not have. */
const isPreflight = ({ method }: Draft): boolean => method === 'OPTIONS';

/** Undefined if nothing is. */
export function findFault(judge: Judge, draft: Draft, answer: Answer): string | undefined {
  const { status, headers, bytes } = answer;
  if (status >= 500) return `answered ${status}`;
  if (isPreflight(draft)) return undefined;
  if (draft.isForeign && isSuccess(answer)) return `answered ${status} to a request for another user's work`;
  if (draft.isAnonymous && isSuccess(answer)) return `answered ${status} without a token`;
  if (headers['x-request-id'] === undefined) return 'has no request id';
  if (headers['x-content-type-options'] !== 'nosniff') return 'lets browsers guess its type';
  return findLeak(judge, draft, answer) ?? findBrokenSchema(judge, draft, answer, bytes);
}

function findLeak({ secrets }: Judge, draft: Draft, { headers, bytes }: Answer): string | undefined {
  if (draft.sender === 'admin') return undefined;
  const text = `${bytes.toString('latin1')}\n${JSON.stringify(headers)}`;
  const leaked = secrets.find((secret) => text.includes(secret) && !listSent(draft).includes(secret));
  return leaked === undefined ? undefined : `contains "${leaked}" of another user`;
}

/** A segment like `..` makes it another path. */
function isOnRoute({ method, path, route, segments }: Draft): boolean {
  const isElsewhere = Object.values(segments).some((segment) => segment === '.' || segment === '..');
  return method === route.method && path === route.path && !isElsewhere;
}

function findBrokenSchema({ paths }: Judge, draft: Draft, answer: Answer, bytes: Buffer): string | undefined {
  const { status } = answer;
  if (draft.method === 'HEAD' || status === 304) return bytes.length > 0 ? 'has a body' : undefined;
  const isAsDescribed = isOnRoute(draft);
  const described = paths[draft.route.path]?.[draft.route.method.toLowerCase()]?.responses ?? {};
  const takesBody = draft.route.body !== undefined || draft.route.form !== undefined;
  const isKnown = String(status) in described || (!takesBody && UNREADABLE.has(status));
  if (isAsDescribed && !isKnown) return `answered ${status}, which is not described`;
  if (!isSuccess(answer)) return readError(bytes) ? undefined : 'is no error of the API';
  return isAsDescribed ? findBrokenAnswer(draft.route, answer) : undefined;
}

function findBrokenAnswer(
  { answers, produces }: Route,
  { status, headers, bytes }: Answer,
): string | undefined {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('application/json')) {
    if (status === 204) return bytes.length > 0 ? 'has a body' : undefined;
    return isProduced(type, produces) ? undefined : `has the content type "${type}"`;
  }
  const value: unknown = JSON.parse(bytes.toString());
  const parsed = answers[status]?.safeParse(value);
  if (!parsed) return `answered ${status}`;
  if (!parsed.success) return `breaks its schema: ${z.prettifyError(parsed.error)}`;
  return isDeepStrictEqual(parsed.data, value) ? undefined : 'has fields beside its schema';
}

const isProduced = (type: string, produces = ''): boolean =>
  produces.endsWith('/*') ? type.startsWith(produces.slice(0, -1)) : type === produces;
