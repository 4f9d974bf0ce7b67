import type { CloudinaryAccount } from '../settings.ts';

const hourMs = 60 * 60 * 1_000;

/** Calls of the Admin API in the hour that runs. */
export class RateLimit {
  readonly #account: CloudinaryAccount;
  #used = 0;
  #until = 0;

  constructor(account: CloudinaryAccount) {
    this.#account = account;
  }

  /** Counts one call: whether it may be served, and what every answer says about the limit. */
  count(): { allowed: boolean; headers: Record<string, string> } {
    if (Date.now() >= this.#until) this.reset();
    const limit = this.#account.adminCallsPerHour;
    const allowed = this.#used < limit;
    if (allowed) this.#used += 1;
    return {
      allowed,
      headers: {
        'x-featureratelimit-limit': String(limit),
        'x-featureratelimit-remaining': String(limit - this.#used),
        'x-featureratelimit-reset': new Date(this.#until).toUTCString(),
      },
    };
  }

  reset(): void {
    this.#used = 0;
    this.#until = Math.ceil((Date.now() + 1) / hourMs) * hourMs;
  }
}
