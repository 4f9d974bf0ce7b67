import { z } from 'zod';
import type { ReportedLimit } from '../../pictures/media/media-admin.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

/** The hourly quota that the media service reported last. */
export const QuotaSchema = z.object({
  allowed: z.number(),
  remaining: z.number(),
  resetAt: TimestampSchema.transform((time) => time.toDate()),
});

/** The calls that a cleanup may make this hour are used up; the rest is reserved for people. */
export class QuotaReached extends Error {
  override name = 'QuotaReached';
  readonly until: Date;
  constructor(until: Date) {
    super(`The media service allows no more calls until ${until.toISOString()}.`);
    this.until = until;
  }
}

export type ServiceQuota = ReturnType<typeof makeServiceQuota>;

/** Keeps a cleanup within the hourly quota of the media service. */
export function makeServiceQuota(known: ReportedLimit | null, now: () => number = Date.now) {
  let quota = known ? { ...known } : null;
  let inProgress = 0;

  /** Counts a call before it is made. Throws QuotaReached if none is left. */
  function take(): void {
    if (quota && quota.resetAt.getTime() <= now()) quota = null;
    if (quota) {
      if (quota.remaining <= findReserve(quota.allowed)) throw new QuotaReached(quota.resetAt);
      quota.remaining -= 1;
    }
    inProgress += 1;
  }

  /** Required after each call. Responses to concurrent calls arrive in any order: the lowest value counts. */
  function note(reported: ReportedLimit | undefined): void {
    inProgress -= 1;
    if (!reported) return;
    const isSameHour = quota?.resetAt.getTime() === reported.resetAt.getTime();
    const remaining = reported.remaining - inProgress;
    quota = {
      ...reported,
      remaining: quota && isSameHour ? Math.min(quota.remaining, remaining) : remaining,
    };
  }

  return { take, note, read: () => quota };
}

/** Left to people at work: a tenth and at least 20 calls, but at most half of the quota. */
const findReserve = (allowed: number): number =>
  Math.min(Math.max(20, Math.ceil(allowed / 10)), Math.floor(allowed / 2));
