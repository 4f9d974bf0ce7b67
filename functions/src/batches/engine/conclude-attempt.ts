/** What becomes of an item after an attempt. */
import { MAX_ATTEMPTS, type PermanentFailure } from '@portal/contracts/batches';
import { readEngineSettings } from '../../platform/config/config.ts';
import type { Deps } from '../deps.ts';
import { describeFailure } from '../../providers/provider-answer.ts';
import { NO_MICROS } from '../../spend/micros.ts';
import type { Attempt } from '../tool.ts';
import { forgetStartedCalls } from './fetch-lost-call.ts';
import { nameOf, type LeasedItem } from './leased-item.ts';
import { logAttempt } from './log-attempt.ts';
import { PORTAL_FAULTS } from './portal-faults.ts';
import { storeImage, storePaidImage } from './store-image.ts';

/** When to deliver the item's task again, if there is more to do later. */
export type Again = Date | undefined;

export async function concludeAttempt(deps: Deps, leased: LeasedItem, attempt: Attempt): Promise<Again> {
  const again = await applyOutcome(deps, leased, attempt);
  await forgetStartedCalls(deps, leased);
  return again;
}

async function applyOutcome(deps: Deps, leased: LeasedItem, attempt: Attempt): Promise<Again> {
  if (attempt.kind === 'made') {
    if (leased.tool.isCharged) return storePaidImage(deps, leased, attempt.made, attempt.cost);
    const isStored = await storeImage(deps, leased, attempt.made, attempt.cost);
    return isStored ? undefined : retryOrFail(leased, PORTAL_FAULTS.notStored);
  }
  if (attempt.kind === 'written') {
    await leased.settle({ ...attempt, state: 'done' });
    return undefined;
  }
  if (attempt.kind === 'wait') return waitOrFail(leased, attempt.until);
  logAttempt(attempt, nameOf(leased));
  if (attempt.kind === 'useless') return retryOrFail(leased, attempt.reason, attempt.cost);
  if (attempt.kind === 'impossible') return fail(leased, attempt.reason, NO_MICROS, 'refused');
  if (attempt.kind === 'unreadable') return fail(leased, attempt.reason, NO_MICROS, 'unreadable');
  const { retry, charged, reason } = describeFailure(attempt.kind);
  const { cost } = attempt;
  if (retry && !charged) return retryOrFail(leased, reason, cost);
  if (!charged) return fail(leased, reason, cost, 'refused');
  await leased.settle({ state: 'uncertain', reason, cost });
  return undefined;
}

async function fail(
  leased: LeasedItem,
  reason: string,
  cost = NO_MICROS,
  permanent?: PermanentFailure,
): Promise<undefined> {
  await leased.settle({ state: 'failed', reason, cost, permanent });
}

/** `paid`: the cost of the failed attempt. */
export async function retryOrFail(leased: LeasedItem, reason: string, paid = NO_MICROS): Promise<Again> {
  const { attempts } = leased.readRecord();
  if (attempts >= MAX_ATTEMPTS) return fail(leased, reason, paid);
  const backOffMs = readEngineSettings().retryAfterMs * 2 ** (attempts - 1);
  const until = new Date(Date.now() + backOffMs);
  await leased.release(until, paid);
  return until;
}

/** No call could be made. Without a time to try again, no key is left and the item fails. */
async function waitOrFail(leased: LeasedItem, until: Date | undefined): Promise<Again> {
  if (!until) return fail(leased, describeFailure('key-rejected').reason);
  await leased.release(until, undefined);
  return until;
}
