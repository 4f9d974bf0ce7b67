/** cleanup/state and cleanupRuns: which run is under way, who works on it, and how far it is. */
import type { CleanupTrigger } from '@portal/contracts/storage';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import type { CallCount } from './call-pacer.ts';
import {
  EMPTY_STATE,
  FIRST_PASS,
  NOBODY,
  RunRecordSchema,
  StateRecordSchema,
  type Progress,
  type Run,
  type RunRecord,
  type StateRecord,
} from './cleanup-record.ts';

const LEASE_MS = 60_000;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const stateReference = (firestore: Firestore) => firestore.collection('cleanup').doc('state');
const runsOf = (firestore: Firestore) => firestore.collection('cleanupRuns');

/** Somebody else works on the run by now. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export interface Lease {
  runId: string;
  worker: string;
}

const parseState = (snapshot: DocumentSnapshot): StateRecord =>
  snapshot.exists ? StateRecordSchema.parse(snapshot.data()) : EMPTY_STATE;

const parseRun = (snapshot: DocumentSnapshot): Run | undefined =>
  snapshot.exists ? { id: snapshot.id, ...RunRecordSchema.parse(snapshot.data()) } : undefined;

export const readState = async (firestore: Firestore): Promise<StateRecord> =>
  parseState(await stateReference(firestore).get());

export const readRun = async (firestore: Firestore, runId: string): Promise<Run | undefined> =>
  parseRun(await runsOf(firestore).doc(runId).get());

export const makeRun = (trigger: CleanupTrigger, cutoff: Timestamp): RunRecord => ({
  trigger,
  startedAt: Timestamp.now(),
  cutoff,
  endedAt: null,
  outcome: null,
  waitsUntil: null,
  step: '',
  cursor: null,
  pending: [],
  pass: FIRST_PASS,
  stats: { deletedImages: 0, deletedVideos: 0, deletedRaw: 0, failed: 0 },
  extras: { batches: 0, uploads: 0, documents: 0 },
  batches: [],
  unfinished: [],
  expiresAt: Timestamp.fromMillis(Date.now() + KEPT_MS),
});

/** The run that is under way, or a new one. One of the other kind is joined too: what was asked for follows it. */
export const startOrJoin = (
  firestore: Firestore,
  trigger: CleanupTrigger,
  cutoff: Timestamp,
): Promise<{ runId: string; isOther: boolean }> =>
  firestore.runTransaction(async (transaction) => {
    const state = parseState(await transaction.get(stateReference(firestore)));
    const run =
      state.runId === null ? undefined : parseRun(await transaction.get(runsOf(firestore).doc(state.runId)));
    if (run && !run.endedAt) {
      const isOther = run.trigger !== trigger;
      if (isOther) transaction.update(stateReference(firestore), { next: trigger });
      return { runId: run.id, isOther };
    }
    const started = runsOf(firestore).doc();
    transaction.set(started, makeRun(trigger, cutoff));
    transaction.set(stateReference(firestore), {
      ...state,
      runId: started.id,
      ...NOBODY,
    });
    return { runId: started.id, isOther: false };
  });

/** Undefined while somebody else has it, it waits, or it has ended. */
export const takeLease = (
  firestore: Firestore,
  { runId, worker }: Lease,
): Promise<{ run: Run; calls: CallCount[] } | undefined> =>
  firestore.runTransaction(async (transaction) => {
    const state = parseState(await transaction.get(stateReference(firestore)));
    const run = parseRun(await transaction.get(runsOf(firestore).doc(runId)));
    const now = Date.now();
    if (state.runId !== runId || !run || run.endedAt || state.until.toMillis() > now) return undefined;
    if (run.waitsUntil && run.waitsUntil.toMillis() > now) return undefined;
    transaction.update(stateReference(firestore), { worker, until: makeLeaseEnd() });
    if (run.waitsUntil) transaction.update(runsOf(firestore).doc(runId), { waitsUntil: null });
    return { run: { ...run, waitsUntil: null }, calls: state.calls };
  });

const makeLeaseEnd = () => Timestamp.fromMillis(Date.now() + LEASE_MS);

/** For whoever still has the lease; others throw LeaseLost, and nothing is changed. */
const changeHeld = (
  firestore: Firestore,
  { runId, worker }: Lease,
  change: (state: StateRecord) => {
    state: Partial<StateRecord>;
    run: Partial<RunRecord>;
    started?: RunRecord;
  },
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const reference = stateReference(firestore);
    const held = parseState(await transaction.get(reference));
    if (held.runId !== runId || held.worker !== worker) throw new LeaseLost(`The lease of ${runId} is lost.`);
    const { state, run, started } = change(held);
    const next = started && runsOf(firestore).doc();
    if (next) transaction.set(next, started);
    transaction.update(reference, { ...state, ...(next && { runId: next.id }) });
    if (Object.keys(run).length > 0) transaction.update(runsOf(firestore).doc(runId), { ...run });
  });

/** Renews the lease, and saves what a page has come to. */
export const saveProgress = (
  firestore: Firestore,
  lease: Lease,
  calls: CallCount[],
  progress: Partial<Progress> = {},
) => changeHeld(firestore, lease, () => ({ state: { until: makeLeaseEnd(), calls }, run: progress }));

/** Lets another worker go on, not before `waitsUntil`. */
export const releaseLease = (
  firestore: Firestore,
  lease: Lease,
  calls: CallCount[],
  waitsUntil: Date | undefined,
) =>
  changeHeld(firestore, lease, () => ({
    state: { ...NOBODY, calls },
    run: waitsUntil ? { waitsUntil: Timestamp.fromDate(waitsUntil) } : {},
  }));

/** What was asked for meanwhile begins. */
export const endRun = (
  firestore: Firestore,
  lease: Lease,
  calls: CallCount[],
  outcome: 'finished' | 'failed',
): Promise<void> =>
  changeHeld(firestore, lease, ({ next }) => ({
    state: { ...NOBODY, runId: null, lastRunId: lease.runId, next: null, calls },
    run: { outcome, endedAt: Timestamp.now(), pending: [] },
    ...(next && { started: makeRun(next, Timestamp.now()) }),
  }));
