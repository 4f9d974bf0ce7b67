interface Options {
  reason?: string | undefined;
  code?: string | undefined;
  isBanned?: boolean;
  retryAfterSeconds?: number | undefined;
  details?: readonly { path: string; message: string }[] | undefined;
}

/** A response that is not OK. Its message is '{status}: {statusText}'. */
export class ApiFailure extends Error {
  readonly status: number;
  /** The server's message for the user, if it sent one. */
  readonly reason: string | undefined;
  /** The server's word for what went wrong. */
  readonly code: string | undefined;
  /** The account is banned, and the session ends. */
  readonly isBanned: boolean;
  /** From the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;

  /** Invalid fields, each with the reason. */
  readonly details: readonly { path: string; message: string }[];

  constructor(status: number, statusText: string, options: Options = {}) {
    super(`${status}: ${statusText}`);
    this.status = status;
    this.reason = options.reason;
    this.code = options.code;
    this.isBanned = options.isBanned ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details ?? [];
  }
}

/** Whether the server has refused, and done nothing. After other failures it may have acted. */
export const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status < 500;

/** The message for the user. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof ApiFailure)) return 'Something went wrong. Please try again.';
  if (error.status >= 500) return 'Server temporarily unavailable. Please try again later.';
  if (error.status === 403) return 'Access denied. Please check your permissions.';
  // App Check: another sign-in would not help.
  if (error.code === 'app-not-verified' && error.reason !== undefined) return error.reason;
  if (error.status === 401) return 'Please log in to continue.';
  return 'Something went wrong. Please try again.';
}
