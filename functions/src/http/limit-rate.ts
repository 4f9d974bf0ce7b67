import { AppError } from './app-error.ts';

/** A page of thumbnails asks for a hundred at once; after that a steady pace. Per instance: a brake, not a meter. */
const BURST = 400;
const PER_SECOND = 20;
const MOST_PEOPLE = 10_000;

const buckets = new Map<string, { tokens: number; at: number }>();

/** Throws 429 for someone who asks too much. */
export function limitRate(uid: string, now = Date.now()): void {
  if (buckets.size > MOST_PEOPLE) buckets.clear();
  const bucket = buckets.get(uid) ?? { tokens: BURST, at: now };
  const tokens = Math.min(BURST, bucket.tokens + ((now - bucket.at) / 1000) * PER_SECOND);
  buckets.set(uid, { tokens: Math.max(0, tokens - 1), at: now });
  if (tokens < 1) {
    throw new AppError('rate-limited', 'You are asking faster than the portal can answer. Wait a moment.', {
      retryAfterSeconds: Math.ceil((1 - tokens) / PER_SECOND),
    });
  }
}
