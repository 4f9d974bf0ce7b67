/** alerts/state: all alerts in one document, because every sweep reads it. */
import type { AlertName } from '@portal/contracts/alerts';
import type { Firestore, Timestamp, Transaction } from 'firebase-admin/firestore';
import { readCacheMs } from '../../platform/config/config.ts';
import { makeCachedReads } from '../../platform/cached-reads.ts';
import {
  AlertStateSchema,
  claim,
  isDue,
  isRaised,
  updateAlert,
  type AlertRecord,
  type AlertState,
  type Findings,
} from './alert-record.ts';

const stateReference = (firestore: Firestore) => firestore.collection('alerts').doc('state');

async function readState(firestore: Firestore, transaction?: Transaction): Promise<AlertState | undefined> {
  const reference = stateReference(firestore);
  const snapshot = await (transaction ? transaction.get(reference) : reference.get());
  return snapshot.exists ? AlertStateSchema.parse(snapshot.data()) : undefined;
}

const cachedStates = makeCachedReads(readCacheMs, (firestore) => readState(firestore));

export const readAlerts = async (firestore: Firestore): Promise<AlertState['alerts']> =>
  (await cachedStates.get(firestore, 'state'))?.alerts ?? {};

/** When the alerts were first checked. Undefined before that. */
export const readWatchedSince = async (firestore: Firestore): Promise<Timestamp | undefined> =>
  (await readState(firestore))?.watchedSince;

interface Changes {
  /** For the caller to announce, until its claim ends. */
  claimed: [AlertName, AlertRecord][];
  cleared: AlertName[];
}

/** Of concurrent sweeps, one raises an alert, and one claims its announcement. */
export const updateAlerts = (firestore: Firestore, findings: Findings, now: Timestamp): Promise<Changes> =>
  firestore.runTransaction(async (transaction) => {
    const state = await readState(firestore, transaction);
    const alerts = { ...state?.alerts };
    const changes: Changes = { claimed: [], cleared: [] };
    let isChanged = !state;
    for (const [name, finding] of findings) {
      const before = alerts[name];
      const found = updateAlert(before, finding, now);
      const after = found && isDue(found, now) ? claim(found, now) : found;
      if (!after || after === before) continue;
      isChanged = true;
      alerts[name] = after;
      if (after !== found) changes.claimed.push([name, after]);
      if (isRaised(before) && !isRaised(after)) changes.cleared.push(name);
    }
    if (isChanged) {
      transaction.set(stateReference(firestore), { watchedSince: state?.watchedSince ?? now, alerts });
    }
    return changes;
  });

/** Ends the claim. Has no effect if the alert was raised again meanwhile. */
export const markAnnounced = (
  firestore: Firestore,
  name: AlertName,
  raisedAt: Timestamp,
  isAnnounced: boolean,
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const record = (await readState(firestore, transaction))?.alerts[name];
    if (!record?.raisedAt.isEqual(raisedAt)) return;
    const ended: AlertRecord = { ...record, claimedUntil: null, isLogged: true, isAnnounced };
    transaction.update(stateReference(firestore), { [`alerts.${name}`]: ended });
  });
