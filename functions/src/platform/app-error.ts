/** Every error code with its HTTP status, and whether a retry can help. */
const FAILURES = {
  'bad-request': { status: 400, retry: false },
  unauthenticated: { status: 401, retry: false },
  'app-not-verified': { status: 401, retry: false },
  forbidden: { status: 403, retry: false },
  banned: { status: 403, retry: false },
  'not-found': { status: 404, retry: false },
  conflict: { status: 409, retry: false },
  'too-large': { status: 413, retry: false },
  'unsupported-media-type': { status: 415, retry: false },
  'rate-limited': { status: 429, retry: true },
  internal: { status: 500, retry: true },
  unavailable: { status: 503, retry: true },
} as const;

type FailureCode = keyof typeof FAILURES;

interface Options {
  cause?: unknown;
  /** Shown to the caller; `message` is only logged. */
  userMessage?: string;
  /** The invalid fields, and why. */
  details?: { path: string; message: string }[];
  retryAfterSeconds?: number;
}

export class AppError extends Error {
  readonly code: FailureCode;
  readonly userMessage: string;
  readonly details: Options['details'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FailureCode, message: string, options: Options = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.userMessage = options.userMessage ?? message;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  static banned() {
    return new AppError('banned', 'Your account has been banned. Please contact support.');
  }

  static accessDenied(message: string) {
    return new AppError('forbidden', message, {
      userMessage: 'Access denied. Please check your permissions.',
    });
  }

  get status() {
    return FAILURES[this.code].status;
  }
}
