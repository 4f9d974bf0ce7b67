import { InvalidPayloadError } from './firestore-json.ts';

/** The gRPC status codes, by name. */
export const Code = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;

export type CodeName = keyof typeof Code;

/** An error whose code and message are sent to the caller. */
export class StatusError extends Error {
  readonly code: CodeName;
  constructor(code: CodeName, message: string) {
    super(message);
    this.code = code;
  }
}

export const invalidArgument = (message: string) => new StatusError('INVALID_ARGUMENT', message);

/** For what the portal does not use. */
export const unimplemented = (what: string) =>
  new StatusError('UNIMPLEMENTED', `${what}: this Firestore server has only what the portal uses.`);

export function toStatusError(cause: unknown): StatusError {
  if (cause instanceof StatusError) return cause;
  if (cause instanceof InvalidPayloadError) return invalidArgument(cause.message);
  // A bug in this server. The stack helps the developer more than a bare INTERNAL.
  return new StatusError(
    'INTERNAL',
    `The Firestore server failed: ${cause instanceof Error ? cause.stack : String(cause)}`,
  );
}
