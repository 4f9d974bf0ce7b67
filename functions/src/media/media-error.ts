import { z } from 'zod';

/** The media service did not do what it was asked. */
export class MediaError extends Error {
  override name = 'MediaError';
  /** Undefined when nobody answered. */
  readonly status: number | undefined;
  /** It may succeed later: nobody answered, it is locked or rate limited, or the service is at fault itself. */
  readonly retryable: boolean;
  constructor(action: string, status: number | undefined, reason: string) {
    super(`Could not ${action}: ${status ?? 'no answer'}, ${reason}`);
    this.status = status;
    this.retryable =
      status === undefined || status < 400 || status >= 500 || [408, 420, 423, 429, 499].includes(status);
  }
}

const FactsSchema = z.object({ http_code: z.number().optional(), message: z.string().optional() });
const SdkErrorSchema = z.union([z.object({ error: FactsSchema }), FactsSchema]);

/** What the SDK throws also holds the request with its password: only status and message are taken over. */
export function toMediaError(action: string, error: unknown): MediaError {
  if (error instanceof MediaError) return error;
  const parsed = SdkErrorSchema.safeParse(error).data ?? {};
  const { http_code: status, message = 'no reason given' } = 'error' in parsed ? parsed.error : parsed;
  return new MediaError(action, status, message);
}
