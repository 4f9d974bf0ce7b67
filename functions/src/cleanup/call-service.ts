import { setTimeout as sleep } from 'node:timers/promises';
import { MediaError } from '../media/media-error.ts';
import { LimitReached, type CallPacer } from './call-pacer.ts';
import type { Work } from './step.ts';

const CALL_WITHIN_MS = 15_000;
const TRIES = 4;
const FIRST_PAUSE_MS = 500;
/** Well within a lease. */
const RENEW_EVERY_MS = 20_000;
/** When the service refuses, and has never said until when. */
const USUAL_WAIT_MS = 60_000;
const SLICE_MS = 1000;

/** Calls the media service within its limits, until `stop`; `renew` says that somebody is still at work. */
export function makeServiceCalls(
  pacer: CallPacer,
  stop: AbortSignal,
  renew: () => Promise<unknown>,
): Work['callService'] {
  let renewedAt = Date.now();

  async function waitForTurn(): Promise<void> {
    for (;;) {
      stop.throwIfAborted();
      if (Date.now() - renewedAt > RENEW_EVERY_MS) {
        renewedAt = Date.now();
        await renew();
      }
      const wait = pacer.take();
      if (wait === 0) return;
      await sleep(Math.min(wait, SLICE_MS), undefined, { signal: stop });
    }
  }

  return async (call) => {
    for (let tries = 1; ; tries += 1) {
      await waitForTurn();
      try {
        const { value, limit } = await call(AbortSignal.any([stop, AbortSignal.timeout(CALL_WITHIN_MS)]));
        pacer.note(limit);
        return value;
      } catch (error) {
        pacer.note(undefined);
        if (!(error instanceof MediaError)) throw error;
        if (error.status === 420 || error.status === 429) throw new LimitReached(findReset(pacer, error));
        if (!error.retryable || tries === TRIES) throw error;
      }
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), undefined, { signal: stop });
    }
  };
}

/** As in `Try again on 2026-11-21 18:00:00 UTC`. */
function findReset(pacer: CallPacer, { message }: MediaError): Date {
  const said = Date.parse(/try again (?:on|after) (.+)$/i.exec(message)?.[1] ?? '');
  const now = Date.now();
  const usual = new Date(now + USUAL_WAIT_MS);
  return said > now ? new Date(said) : (pacer.resetAt() ?? usual);
}
