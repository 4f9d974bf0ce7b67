import { setTimeout as sleep } from 'node:timers/promises';
import { MediaError } from '../../pictures/media/media-error.ts';
import { QuotaReached, type ServiceQuota } from './service-quota.ts';
import { UNITS_PER_TASK, type Work } from './step.ts';

const CALL_TIMEOUT_MS = 15_000;
const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 500;
/** Keeps a task that needs more calls than planned, for retries, within the calls per minute. */
const EXTRA_CALL_PAUSE_MS = 500;
/** If the service refuses without saying until when. */
const DEFAULT_WAIT_MS = 60_000;

/** Calls the media service for one task. Retries what may succeed later. */
export function makeServiceCalls(quota: ServiceQuota): Work['callService'] {
  let calls = 0;

  return async (call) => {
    for (let tries = 1; ; tries += 1) {
      calls += 1;
      if (calls > UNITS_PER_TASK) await sleep(EXTRA_CALL_PAUSE_MS);
      quota.take();
      try {
        const { value, limit } = await call(AbortSignal.timeout(CALL_TIMEOUT_MS));
        quota.note(limit);
        return value;
      } catch (error) {
        quota.note(undefined);
        if (!(error instanceof MediaError)) throw error;
        if (error.status === 420 || error.status === 429) throw new QuotaReached(findReset(quota, error));
        if (!error.retryable || tries === MAX_TRIES) throw error;
      }
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1));
    }
  };
}

/** The service's message ends in `Try again on 2026-11-21 18:00:00 UTC`. */
function findReset(quota: ServiceQuota, { message }: MediaError): Date {
  const statedTime = Date.parse(/try again (?:on|after) (.+)$/i.exec(message)?.[1] ?? '');
  const now = Date.now();
  return statedTime > now ? new Date(statedTime) : (quota.read()?.resetAt ?? new Date(now + DEFAULT_WAIT_MS));
}
