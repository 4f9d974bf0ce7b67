/** What becomes of an item after an attempt. */
import { MAX_ATTEMPTS, type PermanentFailure } from '@portal/contracts/batches';
import { readEngineSettings } from '../../platform/config/config.ts';
import type { Deps } from '../deps.ts';
import { describeFailure } from '../../providers/provider-answer.ts';
import { NO_MICROS } from '../../spend/micros.ts';
import type { Attempt } from '../tool.ts';
import { forgetStartedCalls } from './fetch-lost-call.ts';
import { nameOf, type Job } from './job.ts';
import { logAttempt } from './log-attempt.ts';
import { PORTAL_FAULTS } from './portal-faults.ts';
import { storeImage, storePaidImage } from './store-image.ts';

/** When to deliver the item's task again, if there is more to do later. */
export type Again = Date | undefined;

export async function concludeAttempt(deps: Deps, job: Job, attempt: Attempt): Promise<Again> {
  const again = await noteOutcome(deps, job, attempt);
  await forgetStartedCalls(deps, job);
  return again;
}

async function noteOutcome(deps: Deps, job: Job, attempt: Attempt): Promise<Again> {
  if (attempt.kind === 'made') {
    if (job.tool.isCharged) return storePaidImage(deps, job, attempt.made, attempt.cost);
    const isStored = await storeImage(deps, job, attempt.made, attempt.cost);
    return isStored ? undefined : retryOrFail(job, PORTAL_FAULTS.notStored);
  }
  if (attempt.kind === 'written') {
    const { texts, placeholder, cost } = attempt;
    await job.settle({ state: 'done', texts, placeholder, cost });
    return undefined;
  }
  if (attempt.kind === 'wait') return waitOrFail(job, attempt.until);
  logAttempt(attempt, nameOf(job));
  if (attempt.kind === 'useless') return retryOrFail(job, attempt.reason, attempt.cost);
  if (attempt.kind === 'impossible') return fail(job, attempt.reason, NO_MICROS, 'refused');
  if (attempt.kind === 'unreadable') return fail(job, attempt.reason, NO_MICROS, 'unreadable');
  const { retry, charged, reason } = describeFailure(attempt.kind);
  const { cost } = attempt;
  if (retry && !charged) return retryOrFail(job, reason, cost);
  if (!charged) return fail(job, reason, cost, 'refused');
  await job.settle({ state: 'uncertain', reason, cost });
  return undefined;
}

async function fail(
  job: Job,
  reason: string,
  cost = NO_MICROS,
  permanent?: PermanentFailure,
): Promise<undefined> {
  await job.settle({ state: 'failed', reason, cost, permanent });
}

/** `paid`: the cost of the failed attempt. */
export async function retryOrFail(job: Job, reason: string, paid = NO_MICROS): Promise<Again> {
  const { attempts } = job.readRecord();
  if (attempts >= MAX_ATTEMPTS) return fail(job, reason, paid);
  const backOffMs = readEngineSettings().retryAfterMs * 2 ** (attempts - 1);
  const until = new Date(Date.now() + backOffMs);
  await job.release(until, paid);
  return until;
}

/** No call could be made. Without a time to try again, no key is left and the item fails. */
async function waitOrFail(job: Job, until: Date | undefined): Promise<Again> {
  if (!until) return fail(job, describeFailure('key-rejected').reason);
  await job.release(until, undefined);
  return until;
}
