import { logInfo, logWarning } from '../../platform/logs/log.ts';
import type { Attempt } from '../tool.ts';

type FailedAttempt = Exclude<Attempt, { kind: 'made' | 'written' | 'wait' }>;

/** The person's to change: nothing is wrong with the portal, its keys or the provider. */
const EXPECTED: ReadonlySet<FailedAttempt['kind']> = new Set(['refused', 'impossible', 'unreadable']);

/** Logs how an attempt failed. What a provider answers may quote the prompt: only its status and codes are logged. */
export function logAttempt(attempt: FailedAttempt, details: { batch: string; item: number }): void {
  const described = { ...details, kind: attempt.kind, ...('detail' in attempt && readCodes(attempt.detail)) };
  if (EXPECTED.has(attempt.kind)) logInfo('An attempt was refused.', described);
  else logWarning('An attempt failed.', undefined, described);
}

const CODES = /"(?:code|param|reason|status|type|name)"\s*:\s*"([\w.[\]-]{1,60})"/g;
/** Codes of Node's network errors and of Gemini. One word in capitals may be a name. */
const SYSTEM_CODES =
  /\b(?:ECONN[A-Z]+|ETIMEDOUT|ENOTFOUND|EPIPE|EHOSTUNREACH|ENETUNREACH|[A-Z]+(?:_[A-Z]+)+)\b/g;

/** The HTTP status and the words of a failure that a program wrote, such as `invalid_value` and `ECONNREFUSED`. */
export function readCodes(detail: string): { status?: number; codes: string[] } {
  const status = /^(\d{3})\b/.exec(detail)?.[1];
  const named = [...detail.matchAll(CODES)].flatMap(([, code]) => code ?? []);
  // A body in JSON names its codes; in its texts the rest may be quoted.
  const words = named.length > 0 || detail.includes('{') ? named : (detail.match(SYSTEM_CODES) ?? []);
  return { ...(status !== undefined && { status: Number(status) }), codes: [...new Set(words)] };
}
