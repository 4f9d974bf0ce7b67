import type { CloudinaryAccount } from '../settings.ts';

const hourMs = 60 * 60 * 1_000;
const minuteMs = 60 * 1_000;

/** Counts Admin API calls in the current hour. */
export class RateLimit {
  readonly #account: CloudinaryAccount;
  #used = 0;
  #until = 0;
  /** When each call arrived since the last reset of the report. */
  #times: number[] = [];
  #refused = 0;
  #leastRemaining: number | null = null;

  constructor(account: CloudinaryAccount) {
    this.#account = account;
  }

  /** Counts a call and returns whether it is allowed, with the headers that report the limit. */
  count(): { allowed: boolean; headers: Record<string, string> } {
    if (Date.now() >= this.#until) this.reset();
    const limit = this.#account.adminCallsPerHour;
    const allowed = this.#used < limit;
    if (allowed) this.#used += 1;
    else this.#refused += 1;
    this.#times.push(Date.now());
    this.#leastRemaining = Math.min(this.#leastRemaining ?? limit, limit - this.#used);
    return {
      allowed,
      headers: {
        'x-featureratelimit-limit': String(limit),
        'x-featureratelimit-remaining': String(limit - this.#used),
        'x-featureratelimit-reset': new Date(this.#until).toUTCString(),
      },
    };
  }

  report() {
    let first = 0;
    let busiestMinute = 0;
    for (const [index, time] of this.#times.entries()) {
      while ((this.#times[first] ?? time) <= time - minuteMs) first += 1;
      busiestMinute = Math.max(busiestMinute, index - first + 1);
    }
    return {
      calls: this.#times.length,
      /** The maximum in any 60 seconds. */
      busiestMinute,
      refused: this.#refused,
      leastRemaining: this.#leastRemaining,
    };
  }

  forget(): void {
    this.#times = [];
    this.#refused = 0;
    this.#leastRemaining = null;
  }

  reset(): void {
    this.#used = 0;
    this.#until = Math.ceil((Date.now() + 1) / hourMs) * hourMs;
  }
}
