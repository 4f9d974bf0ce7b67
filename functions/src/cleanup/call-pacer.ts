import { CLEANUP_CALLS_PER_MINUTE } from '@portal/contracts/storage';
import { z } from 'zod';
import type { ReportedLimit } from '../media/media-admin.ts';

/** What a cleanup leaves of each minute's calls to people who look at the statistics, or delete a batch. */
const LEFT_A_MINUTE = 20;
const MINUTE_SECONDS = 60;

/** Calls of one second; a list of them tells those of the last minute, to another worker too. */
export const CallCountSchema = z.object({ second: z.number(), count: z.number() });
export type CallCount = z.infer<typeof CallCountSchema>;

/** The service allows no more calls until then, but for those that are left to the people at work. */
export class LimitReached extends Error {
  override name = 'LimitReached';
  readonly until: Date;
  constructor(until: Date) {
    super(`The media service allows no more calls until ${until.toISOString()}.`);
    this.until = until;
  }
}

export type CallPacer = ReturnType<typeof makeCallPacer>;

/** Keeps a cleanup within its calls a minute, and within what the service itself reports. `earlier`: of the worker before. */
export function makeCallPacer(earlier: readonly CallCount[], now: () => number = Date.now) {
  let recent = [...earlier];
  let limit: ReportedLimit | undefined;
  let underWay = 0;

  /** A call may leave now when this is 0, and has then been counted; else it is to be asked again in so many ms. */
  function take(): number {
    const time = now();
    if (limit && limit.resetAt.getTime() <= time) limit = undefined;
    if (limit && limit.remaining <= findReserve(limit.allowed)) throw new LimitReached(limit.resetAt);
    const second = Math.floor(time / 1000);
    recent = recent.filter((each) => each.second >= second - MINUTE_SECONDS);
    const [oldest] = recent;
    const count = recent.reduce((sum, each) => sum + each.count, 0);
    if (oldest && count >= CLEANUP_CALLS_PER_MINUTE - LEFT_A_MINUTE) {
      return (oldest.second + MINUTE_SECONDS + 1) * 1000 - time;
    }
    const current = recent.at(-1);
    if (current?.second === second) current.count += 1;
    else recent.push({ second, count: 1 });
    if (limit) limit.remaining -= 1;
    underWay += 1;
    return 0;
  }

  /** After each call that was taken. Of several at once the answers come in any order: the lowest is believed. */
  function note(reported: ReportedLimit | undefined): void {
    underWay -= 1;
    if (!reported) return;
    const isSameHour = limit?.resetAt.getTime() === reported.resetAt.getTime();
    const remaining = reported.remaining - underWay;
    limit = {
      ...reported,
      remaining: limit && isSameHour ? Math.min(limit.remaining, remaining) : remaining,
    };
  }

  return { take, note, recent: (): CallCount[] => recent, resetAt: () => limit?.resetAt };
}

/** A tenth and at least 20, but never more than half of what is allowed. */
const findReserve = (allowed: number): number =>
  Math.min(Math.max(20, Math.ceil(allowed / 10)), Math.floor(allowed / 2));
