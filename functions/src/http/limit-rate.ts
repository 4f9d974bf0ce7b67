import { AppError } from '../platform/app-error.ts';

/** Per instance, so not exact. Thumbnails have their own bucket, so that scrolling does not block anything else. */
const LIMITS = {
  calls: { burst: 400, perSecond: 20 },
  /** At full size. */
  pictures: { burst: 500, perSecond: 50 },
  /** 2,000 pictures at once, each with its original. */
  thumbnails: { burst: 4000, perSecond: 200 },
  /** Of everyone together: whoever sends an unknown ticket has no account. */
  refusedTickets: { burst: 20, perSecond: 1 },
} as const;
export type RateLimit = keyof typeof LIMITS;

const MAX_BUCKETS = 10_000;

const buckets = new Map<string, { tokens: number; at: number }>();

/** Throws 429 if a person sends too many requests. */
export function limitRate(uid: string, limit: RateLimit, now = Date.now()): void {
  if (buckets.size > MAX_BUCKETS) buckets.clear();
  const { burst, perSecond } = LIMITS[limit];
  const key = `${limit}~${uid}`;
  const bucket = buckets.get(key) ?? { tokens: burst, at: now };
  const tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
  const isAllowed = tokens >= 1;
  // A refused request takes nothing: steady retries would stay blocked.
  buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
  if (!isAllowed) {
    throw new AppError('rate-limited', 'Too many requests. Wait a moment and try again.', {
      retryAfterSeconds: Math.ceil((1 - tokens) / perSecond),
    });
  }
}
