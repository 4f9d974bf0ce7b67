/** Progress messages for the terminal. */
export interface Reporter {
  done(message: string): void;
  failed(message: string): void;
}

export const silentReporter: Reporter = { done: () => undefined, failed: () => undefined };

export const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
