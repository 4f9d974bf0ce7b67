/** cleanup/state and cleanupRuns: which run is in progress, and how far it is. */
import type { CleanupTrigger } from '@portal/contracts/storage';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import { isConflict } from '../../platform/firestore-errors.ts';
import {
  EMPTY_STATE,
  FIRST_PASS,
  RunRecordSchema,
  StateRecordSchema,
  type Run,
  type RunRecord,
  type StateRecord,
} from './cleanup-record.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const stateReference = (firestore: Firestore) => firestore.collection('cleanup').doc('state');
const runsOf = (firestore: Firestore) => firestore.collection('cleanupRuns');

/** Another delivery has changed the run. */
export class RunChanged extends Error {
  override name = 'RunChanged';
}

const parseState = (snapshot: DocumentSnapshot): StateRecord =>
  snapshot.exists ? StateRecordSchema.parse(snapshot.data()) : EMPTY_STATE;

const parseRun = (snapshot: DocumentSnapshot): Run | undefined =>
  snapshot.updateTime && {
    id: snapshot.id,
    version: snapshot.updateTime,
    ...RunRecordSchema.parse(snapshot.data()),
  };

export const readState = async (firestore: Firestore): Promise<StateRecord> =>
  parseState(await stateReference(firestore).get());

export const readLastNightly = async (firestore: Firestore): Promise<Timestamp | null> =>
  (await readState(firestore)).lastNightlyAt;

export const readRun = async (firestore: Firestore, runId: string): Promise<Run | undefined> =>
  parseRun(await runsOf(firestore).doc(runId).get());

export async function readCurrentRun(firestore: Firestore): Promise<Run | undefined> {
  const { runId } = await readState(firestore);
  return runId === null ? undefined : readRun(firestore, runId);
}

export const makeRun = (trigger: CleanupTrigger, cutoff: Timestamp): RunRecord => ({
  trigger,
  startedAt: Timestamp.now(),
  cutoff,
  endedAt: null,
  outcome: null,
  waitsUntil: null,
  quota: null,
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

/** Joins the run in progress, or starts one. If the run is of the other kind, the requested one follows it. */
export const startOrJoin = (
  firestore: Firestore,
  trigger: CleanupTrigger,
  cutoff: Timestamp,
): Promise<{ runId: string; isNew: boolean; isOther: boolean }> =>
  firestore.runTransaction(async (transaction) => {
    const reference = stateReference(firestore);
    const state = parseState(await transaction.get(reference));
    const run =
      state.runId === null ? undefined : parseRun(await transaction.get(runsOf(firestore).doc(state.runId)));
    if (run && !run.endedAt) {
      const isOther = run.trigger !== trigger;
      if (isOther) transaction.update(reference, { next: trigger });
      return { runId: run.id, isNew: false, isOther };
    }
    const started = runsOf(firestore).doc();
    transaction.set(started, makeRun(trigger, cutoff));
    transaction.set(reference, { ...state, runId: started.id });
    return { runId: started.id, isNew: true, isOther: false };
  });

/** Saves progress, and updates `run` with it. Throws RunChanged, and writes nothing, if the run has changed. */
export async function saveRun(firestore: Firestore, run: Run, change: Partial<RunRecord>): Promise<void> {
  try {
    const { writeTime } = await runsOf(firestore)
      .doc(run.id)
      .update({ ...change }, { lastUpdateTime: run.version });
    Object.assign(run, change, { version: writeTime });
  } catch (error) {
    throw isConflict(error) ? new RunChanged(`The cleanup ${run.id} has changed.`, { cause: error }) : error;
  }
}

/** Ends the run, and starts the one that was requested meanwhile. */
export const endRun = (
  firestore: Firestore,
  { id: runId, trigger }: Pick<Run, 'id' | 'trigger'>,
  outcome: 'finished' | 'failed',
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const reference = stateReference(firestore);
    const state = parseState(await transaction.get(reference));
    if (state.runId !== runId) return;
    const now = Timestamp.now();
    const next = state.next && runsOf(firestore).doc();
    if (next && state.next) transaction.set(next, makeRun(state.next, now));
    const isNightly = trigger === 'nightly' && outcome === 'finished';
    const ended: StateRecord = {
      runId: next?.id ?? null,
      lastRunId: runId,
      next: null,
      lastNightlyAt: isNightly ? now : state.lastNightlyAt,
    };
    transaction.set(reference, ended);
    transaction.update(runsOf(firestore).doc(runId), { outcome, endedAt: now, pending: [] });
  });
