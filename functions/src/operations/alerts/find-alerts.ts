/** What there is to report now. Reads about 20 documents, however many batches there are. */
import { AlertNameSchema, type AlertName } from '@portal/contracts/alerts';
import { formatDollars } from '@portal/contracts/dollars';
import { PROVIDER_TITLES, ProviderSchema } from '@portal/contracts/generation-request';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { readLastNightly } from '../cleanup/cleanup-store.ts';
import { readProviderSettings } from '../../platform/config/config.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import { readKeyStates, sortKeys } from '../../providers/key-states.ts';
import { readMonthlyLimit } from '../../spend/budget.ts';
import { toDollars } from '../../spend/micros.ts';
import { monthOf, readTotals } from '../../spend/spend-store.ts';
import type { Finding, Findings } from './alert-record.ts';
import { readWatchedSince } from './alert-store.ts';
import { STUCK_MS } from '../../batches/store/provider-batch-record.ts';
import { countOpenSince } from '../../batches/store/provider-batch-store.ts';
import { countFailedWork } from '../../batches/store/failed-work-store.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAX_CLEANUP_AGE_MS = 26 * HOUR_MS;
/** A shorter rest is a rate limit, not an exhausted key. */
const MIN_SHORTAGE_MS = 5 * 60 * 1000;
const WARNING_SHARE = 0.8;

const listNames = new Intl.ListFormat('en');
const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

type Find = (firestore: Firestore, now: Timestamp) => Promise<Finding | null>;

/** One that fails does not stop the others. */
export async function findAlerts(firestore: Firestore, now: Timestamp): Promise<Findings> {
  const findings = new Map<AlertName, Finding | null>();
  await Promise.all(
    AlertNameSchema.options.map((name) =>
      catchAndLog('An alert could not be checked.', { unchecked: name }, async () => {
        findings.set(name, await FIND[name](firestore, now));
      }),
    ),
  );
  return findings;
}

const FIND: Record<AlertName, Find> = {
  'uncertain-items': findUncertainItems,
  budget: findSpentBudget,
  'provider-keys': findMissingKeys,
  'nightly-cleanup': findMissedCleanup,
  'provider-batches': findStuckProviderBatches,
  'failed-work': findFailedWork,
};

async function findUncertainItems(firestore: Firestore): Promise<Finding | null> {
  if ((await countFailedWork(firestore, 'uncertain')) === 0) return null;
  return {
    title: 'Some calls have an unknown outcome',
    message: 'They may have been charged. Decide whether to try them again.',
    causes: [],
  };
}

async function findFailedWork(firestore: Firestore): Promise<Finding | null> {
  const [all, uncertain] = await Promise.all([
    countFailedWork(firestore),
    countFailedWork(firestore, 'uncertain'),
  ]);
  if (all === uncertain) return null;
  return {
    title: 'Some work could not be finished',
    message: 'Fix the cause, then try again.',
    causes: [],
  };
}

async function findStuckProviderBatches(firestore: Firestore, now: Timestamp): Promise<Finding | null> {
  const since = Timestamp.fromMillis(now.toMillis() - STUCK_MS);
  const stuck = await countOpenSince(firestore, since);
  if (stuck === 0) return null;
  return {
    title: 'Half-price batches take longer than 26 hours',
    message: `${stuck === 1 ? 'One is' : `${stuck} are`} still open. Check the provider’s status and the keys.`,
    causes: [],
  };
}

async function findSpentBudget(firestore: Firestore, now: Timestamp): Promise<Finding | null> {
  const limit = await readMonthlyLimit(firestore);
  // Without a budget there is no limit; one of $0 stops all calls on purpose.
  if (limit === null || limit === 0) return null;
  const spent = toDollars((await readTotals(firestore, monthOf(now.toDate())))(null).spent);
  if (spent < WARNING_SHARE * limit) return null;
  const isUsedUp = spent >= limit;
  const sum = `${formatDollars(spent)} of ${formatDollars(limit)} is spent.`;
  return {
    title: isUsedUp ? 'This month’s budget is used up' : 'This month’s budget is 80% spent',
    message: isUsedUp
      ? `${sum} No more paid calls are made.`
      : `${sum} At 100%, no more paid calls are made.`,
    causes: isUsedUp ? ['80%', '100%'] : ['80%'],
  };
}

async function findMissingKeys(firestore: Firestore, now: Timestamp): Promise<Finding | null> {
  const providers = await Promise.all(
    ProviderSchema.options.map(async (provider) => {
      const { keys } = readProviderSettings(provider);
      if (keys.length === 0) return [];
      const { usable, rests } = sortKeys(keys, await readKeyStates(firestore, provider));
      const isBrief = Math.min(...rests) < now.toMillis() + MIN_SHORTAGE_MS;
      return usable.length > 0 || isBrief ? [] : [provider];
    }),
  );
  const missing = providers.flat();
  if (missing.length === 0) return null;
  return {
    title: `No usable key for ${listNames.format(missing.map((provider) => PROVIDER_TITLES[provider]))}`,
    message: 'All keys are rejected or used up. Add credit or replace the keys, then check them.',
    causes: missing,
  };
}

async function findMissedCleanup(firestore: Firestore, now: Timestamp): Promise<Finding | null> {
  const [last, watchedSince = now] = await Promise.all([
    readLastNightly(firestore),
    readWatchedSince(firestore),
  ]);
  if (now.toMillis() - Math.max(last?.toMillis() ?? 0, watchedSince.toMillis()) <= MAX_CLEANUP_AGE_MS)
    return null;
  const when = last ? `It last succeeded on ${time.format(last.toDate())} UTC.` : 'It has not succeeded yet.';
  return {
    title: 'The nightly cleanup is overdue',
    message: `${when} Expired files are still stored.`,
    causes: [],
  };
}
