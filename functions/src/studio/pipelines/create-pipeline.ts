import { createHash } from 'node:crypto';
import { MAX_NAME_LENGTH } from '@portal/contracts/batches';
import { labelPrompt } from '@portal/contracts/label-prompt';
import { MAX_START_DAYS, type PipelineRequest, type RecipeSettings } from '@portal/contracts/pipelines';
import { FieldValue, Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { expiryOf } from '../../batches/engine/new-batch.ts';
import type { Deps } from '../../batches/deps.ts';
import { userReference } from '../../identity/access-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';
import { enqueuePipelineStart } from './enqueue-start.ts';
import type { PipelineRecord } from './pipeline-record.ts';
import {
  assertMaySchedule,
  parsePipeline,
  pipelineReference,
  readPipeline,
  writePrompts,
} from './pipeline-store.ts';
import { splitPrompts } from './plan-chains.ts';
import { PriceRisen } from './price-batches.ts';
import { enqueueStart, prepareStart, reserveStart, type PreparedStart } from './prepare-start.ts';

interface NewPipeline {
  owner: string;
  request: PipelineRequest;
  /** The client's name for this request; the same key returns the same job. */
  idempotencyKey: string | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of the name of a job that was given none. */
const NAME_WORDS = 6;
const KnownRequestSchema = z.object({
  pipelineId: z.string(),
  digest: z.string(),
  expiresAt: TimestampSchema,
});

/**
 * Writes the job, and unless it starts later all of its batches and items, in one transaction; then enqueues the first items. If
 * that is interrupted, the sweep does.
 */
export async function createPipeline(
  deps: Deps,
  { owner, request, idempotencyKey }: NewPipeline,
): Promise<string> {
  const { firestore } = deps;
  const { prompts, startAt, restartOf, name = nameJob(prompts), ...settings } = request;
  const known = requestReference(firestore, owner, idempotencyKey);
  // The same job at any price that its owner has seen.
  const digest = hash(JSON.stringify({ ...request, restartOf: undefined }));
  const earlier = await findEarlier(firestore, await known.get(), digest);
  if (earlier !== undefined) return earlier;

  const id = pipelineReference(firestore, firestore.collection('pipelines').doc().id).id;
  const later = findStart(startAt);
  const contents = splitPrompts(settings.lanes.length, prompts);
  const agreed = restartOf?.estimate;
  const job = { id, owner, name, settings, contents, startsAt: later, agreed };
  const start = await prepareStart(deps, job).catch(async (error: unknown) => {
    if (restartOf && error instanceof PriceRisen)
      await saveEstimate(deps, owner, restartOf.pipelineId, error.estimate);
    throw error;
  });
  const record = makeRecord({ owner, name, settings, promptCount: prompts.length }, start, later);
  const pipelineId = await firestore.runTransaction(async (transaction) => {
    const [repeated, person] = await transaction.getAll(known, userReference(firestore, owner));
    const winner = repeated && readKnown(repeated, digest);
    if (winner !== undefined) return winner;
    // A request that was admitted just before a revoke must not add a job after it.
    if (!person?.exists) throw AppError.accessDenied('The owner of the job was revoked.');
    if (later) await assertMaySchedule(firestore, transaction, owner);
    const write = later ? undefined : await reserveStart(deps, transaction, start);
    write?.();
    if (later) writePrompts(firestore, transaction, id, prompts, record.expiresAt);
    transaction.create(pipelineReference(firestore, id), record);
    transaction.set(known, { pipelineId: id, digest, expiresAt: record.expiresAt });
    return id;
  });
  if (pipelineId !== id) return pipelineId;
  if (later) await enqueuePipelineStart(deps, id, later);
  else await enqueueStart(deps, start);
  return id;
}

/** What a refused job costs to start it again. */
async function saveEstimate({ firestore }: Deps, owner: string, id: string, estimate: number): Promise<void> {
  const refused = await readPipeline(firestore, id);
  if (refused?.owner !== owner || refused.state !== 'refused') return;
  await pipelineReference(firestore, id).update({ estimate, changedAt: FieldValue.serverTimestamp() });
}

/** The first words of its first prompt. */
const nameJob = ([first]: PipelineRequest['prompts']): string =>
  labelPrompt(first?.prompt ?? '', NAME_WORDS)
    .slice(0, MAX_NAME_LENGTH)
    .trimEnd() || 'Job';

/** Undefined for at once. */
function findStart(startAt: string | undefined): Date | undefined {
  if (startAt === undefined || Date.parse(startAt) <= Date.now()) return undefined;
  if (Date.parse(startAt) > Date.now() + MAX_START_DAYS * DAY_MS) {
    const message = `Choose a start within the next ${MAX_START_DAYS} days.`;
    throw new AppError('bad-request', message, { details: [{ path: 'startAt', message }] });
  }
  return new Date(startAt);
}

/** A job that starts now, or at the given time. */
export function makeRecord(
  job: Pick<PipelineRecord, 'owner' | 'name' | 'promptCount'> & { settings: RecipeSettings },
  start: PreparedStart,
  later?: Date,
): Omit<PipelineRecord, 'changedAt'> & { changedAt: FieldValue } {
  const now = Date.now();
  return {
    ...job,
    settings: withoutUndefined(job.settings),
    total: countPictures(start),
    state: later ? 'scheduled' : 'started',
    reason: null,
    batches: later ? [] : listBatches(start),
    estimate: start.estimate,
    expected: start.expected,
    createdAt: Timestamp.fromMillis(now),
    startAt: later ? Timestamp.fromDate(later) : null,
    startedAt: later ? null : Timestamp.fromMillis(now),
    chosenAt: null,
    cancelledAt: null,
    deletedAt: null,
    changedAt: FieldValue.serverTimestamp(),
    expiresAt: expiryOf(later?.getTime() ?? now),
    retried: { failed: null, uncertain: null },
    summary: null,
  };
}

export const listBatches = ({ batches }: PreparedStart): PipelineRecord['batches'] =>
  batches.map(({ id, tool, pipeline: { lane, chain } }) => ({ id, tool: tool.name, lane, chain }));

const countPictures = ({ batches }: PreparedStart): number =>
  batches
    .filter(({ pipeline }) => pipeline.previous === undefined)
    .reduce((sum, { variants }) => sum + variants.length, 0);

/** Firestore refuses fields without a value. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the settings came from JSON
const withoutUndefined = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const requestReference = (firestore: Firestore, owner: string, key: string | undefined) => {
  const requests = firestore.collection('requests');
  return key === undefined ? requests.doc() : requests.doc(hash(`pipeline ${owner} ${key}`));
};

/** Keys expire with their job, and may be stored until the next nightly cleanup. */
function readKnown(snapshot: DocumentSnapshot, digest: string): string | undefined {
  if (!snapshot.exists) return undefined;
  const known = KnownRequestSchema.parse(snapshot.data());
  if (known.expiresAt.toMillis() <= Date.now()) return undefined;
  if (known.digest !== digest) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another request.');
  }
  return known.pipelineId;
}

async function findEarlier(
  firestore: Firestore,
  snapshot: DocumentSnapshot,
  digest: string,
): Promise<string | undefined> {
  const id = readKnown(snapshot, digest);
  if (id === undefined) return undefined;
  const pipeline = parsePipeline(await pipelineReference(firestore, id).get());
  // Not created again: a client that repeats its request must not pay for a job that the owner has deleted.
  if (!pipeline || pipeline.deletedAt) {
    throw new AppError(
      'conflict',
      'This job was started before, then deleted. Change a setting to start another.',
    );
  }
  return id;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);
