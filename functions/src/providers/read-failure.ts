import type { FailureKind, ProviderFailure } from './provider-answer.ts';

/** Patterns in a failure's body that say more than its status. */
export interface FailureSigns {
  refused?: RegExp;
  keyRejected?: RegExp;
  /** The key's credit or daily quota is used up: a short wait does not help. */
  exhausted?: RegExp;
  /** The model is only for organizations whose identity the provider has checked. */
  unverified?: RegExp;
}

const EXHAUSTED_REST_SECONDS = 3600;
/** A gateway timed out: the call may continue, and be charged. */
const GATEWAY_TIMEOUTS = new Set([408, 502, 504, 520, 524]);

/** Classifies a failure by its HTTP status and body. */
export function readStatusFailure(
  status: number,
  headers: Headers,
  body: string,
  signs: FailureSigns,
): ProviderFailure {
  if (status === 402 || signs.exhausted?.test(body)) {
    return {
      kind: 'rate-limited',
      detail: `${status} ${body}`,
      retryAfterSeconds: EXHAUSTED_REST_SECONDS,
      isExhausted: true,
    };
  }
  const kind = findKind(status, body, signs);
  const retryAfterSeconds = kind === 'rate-limited' ? readRetryAfter(headers, body) : undefined;
  return {
    kind,
    // Providers quote parts of a rejected key.
    detail: kind === 'key-rejected' ? `${status}` : `${status} ${body}`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function findKind(status: number, body: string, signs: FailureSigns): FailureKind {
  if (status === 429) return 'rate-limited';
  if (status >= 500 || status < 400 || status === 408) {
    return GATEWAY_TIMEOUTS.has(status) ? 'timed-out' : 'unavailable';
  }
  if (signs.refused?.test(body)) return 'refused';
  if (signs.unverified?.test(body)) return 'unverified';
  // The key is valid, but may not use the model.
  if (body.includes('model_not_found')) return 'bad-request';
  if (status === 401 || status === 403 || signs.keyRejected?.test(body)) return 'key-rejected';
  return 'bad-request';
}

/** From the header (seconds or a date), else from the body, as Google sends it. */
function readRetryAfter(headers: Headers, body: string): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) {
    const delay = /"retryDelay":\s*"([\d.]+)s"/.exec(body)?.[1];
    return delay === undefined ? undefined : Math.ceil(Number(delay));
  }
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

const NEVER_CONNECTED = /^(UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Classifies a failure before or during the answer. */
export function readNetworkFailure(
  error: unknown,
  signal: AbortSignal,
  when: 'before the answer' | 'during the answer' = 'before the answer',
): ProviderFailure {
  const causes = listCauses(error);
  const detail = `${when}: ${causes.map(String).join(' < ')}`;
  const codes = causes.map((cause) => readText(cause, 'code'));
  const wasNeverConnected =
    causes.some((cause) => ['connect', 'getaddrinfo'].includes(readText(cause, 'syscall'))) ||
    codes.some((code) => NEVER_CONNECTED.test(code));

  if (wasNeverConnected) return { kind: 'not-sent', detail };
  if (signal.aborted || codes.some((code) => /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code))) {
    return { kind: 'timed-out', detail };
  }
  if (when === 'during the answer' && !codes.includes('ECONNRESET')) return { kind: 'broken-answer', detail };
  return { kind: 'connection-lost', detail };
}

function listCauses(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [error];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `errors` is any[] in the library's types
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  return [error, ...inner.filter((cause) => cause !== undefined).flatMap(listCauses)];
}

function readText(value: unknown, field: 'code' | 'syscall'): string {
  if (typeof value !== 'object' || value === null || !(field in value)) return '';
  const text: unknown = Reflect.get(value, field);
  return typeof text === 'string' ? text : '';
}
