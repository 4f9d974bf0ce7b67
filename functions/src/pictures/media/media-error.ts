import { z } from 'zod';

/** A failed call to the media service. */
export class MediaError extends Error {
  override name = 'MediaError';
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  /** It may succeed later: no answer, locked, rate limited, or an error of the service. */
  readonly retryable: boolean;
  /** It will never take this image: too large, or of a kind that it cannot read. Not a wrong key, nor an account that is off. */
  readonly refusesImage: boolean;
  constructor(action: string, status: number | undefined, reason: string) {
    super(`Could not ${action}: ${status ?? 'no answer'}, ${reason}`);
    this.status = status;
    this.retryable =
      status === undefined || status < 400 || status >= 500 || [408, 420, 423, 429, 499].includes(status);
    this.refusesImage = status !== undefined && [400, 413, 415, 422].includes(status);
  }
}

const FactsSchema = z.object({ http_code: z.number().optional(), message: z.string().optional() });
const SdkErrorSchema = z.union([z.object({ error: FactsSchema }), FactsSchema]);

/** The SDK's errors contain the request and its password: keep only status and message. */
export function toMediaError(action: string, error: unknown): MediaError {
  if (error instanceof MediaError) return error;
  const parsed = SdkErrorSchema.safeParse(error).data ?? {};
  const { http_code: status, message = 'no reason given' } = 'error' in parsed ? parsed.error : parsed;
  return new MediaError(action, status, message);
}
