interface Options {
  reason?: string | undefined;
  isBanned?: boolean;
  retryAfterSeconds?: number | undefined;
  details?: readonly { path: string; message: string }[] | undefined;
}

/** A non-OK answer. Its message is what a query that failed shows: '{status}: {statusText}'. */
export class ApiFailure extends Error {
  readonly status: number;
  /** The server's own sentence for a person, where it sent one. */
  readonly reason: string | undefined;
  /** The account may not be used any more; the client ends the session. */
  readonly isBanned: boolean;
  /** How long the server wants to be left alone. */
  readonly retryAfterSeconds: number | undefined;

  /** Which field breaks a rule, and why. */
  readonly details: readonly { path: string; message: string }[];

  constructor(status: number, statusText: string, options: Options = {}) {
    super(`${status}: ${statusText}`);
    this.status = status;
    this.reason = options.reason;
    this.isBanned = options.isBanned ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details ?? [];
  }
}

/** What a person is told of a failed call. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof ApiFailure)) return 'Something went wrong. Please try again.';
  if (error.status >= 500) return 'Server temporarily unavailable. Please try again later.';
  if (error.status === 403) return 'Access denied. Please check your permissions.';
  if (error.status === 401) return 'Please log in to continue.';
  return 'Something went wrong. Please try again.';
}
