/** Starts a job at its time. */
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { expiryOf } from '../../batches/engine/new-batch.ts';
import { readAccessSettings } from '../../platform/config/config.ts';
import type { Deps } from '../../batches/deps.ts';
import { readAccessFacts, userReference } from '../../identity/access-store.ts';
import { decideAccess } from '../../identity/decide-access.ts';
import { AppError } from '../../platform/app-error.ts';
import { logInfo } from '../../platform/logs/log.ts';
import { listBatches } from './create-pipeline.ts';
import { enqueuePipelineStart } from './enqueue-start.ts';
import type { StoredPipeline } from './pipeline-record.ts';
import {
  deletePrompts,
  parsePipeline,
  pipelineReference,
  readPipeline,
  readPrompts,
} from './pipeline-store.ts';
import { splitPrompts } from './plan-chains.ts';
import { PriceRisen } from './price-batches.ts';
import { enqueueStart, prepareStart, reserveStart } from './prepare-start.ts';

/** Cloud Tasks may deliver a little early. */
const EARLY_MS = 2000;

/**
 * Has no effect on a job that was started, cancelled or refused before: the transaction that starts it decides. Price, budget,
 * allowance and the owner's access are checked again. A job that cannot start is refused with the reason.
 */
export async function startScheduled(deps: Deps, id: string): Promise<void> {
  const pipeline = await readPipeline(deps.firestore, id);
  if (pipeline?.state !== 'scheduled' || !pipeline.startAt) return;
  if (pipeline.startAt.toMillis() > Date.now() + EARLY_MS) {
    await enqueuePipelineStart(deps, id, pipeline.startAt.toDate(), `early-${Date.now()}`);
    return;
  }
  try {
    await start(deps, pipeline);
  } catch (error) {
    // Of the portal itself: Cloud Tasks delivers the task again.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await refuse(deps, id, error);
  }
}

async function start(deps: Deps, pipeline: StoredPipeline): Promise<void> {
  const { firestore } = deps;
  const { id, owner, name, settings, estimate: agreed } = pipeline;
  await assertAccess(deps, owner);
  const prompts = await readPrompts(firestore, pipeline);
  if (prompts.length !== pipeline.promptCount) throw new Error(`The job ${id} has lost its prompts.`);
  const contents = splitPrompts(settings.lanes.length, prompts);
  const prepared = await prepareStart(deps, { id, owner, name, settings, contents, agreed });
  const isStarted = await firestore.runTransaction(async (transaction) => {
    const [snapshot, person] = await transaction.getAll(
      pipelineReference(firestore, id),
      userReference(firestore, owner),
    );
    const current = snapshot && parsePipeline(snapshot);
    if (current?.state !== 'scheduled') return false;
    if (!person?.exists) throw accessEnded();
    const write = await reserveStart(deps, transaction, prepared);
    write();
    deletePrompts(firestore, transaction, pipeline);
    const now = Date.now();
    transaction.update(pipelineReference(firestore, id), {
      state: 'started',
      batches: listBatches(prepared),
      estimate: prepared.estimate,
      startedAt: Timestamp.fromMillis(now),
      expiresAt: expiryOf(now),
      changedAt: FieldValue.serverTimestamp(),
    });
    return true;
  });
  if (isStarted) await enqueueStart(deps, prepared);
}

async function assertAccess({ auth, firestore }: Deps, owner: string): Promise<void> {
  const { users } = await auth.getUsers([{ uid: owner }]);
  const email: unknown = (await userReference(firestore, owner).get()).get('email');
  const isDisabled = users[0]?.disabled ?? true;
  if (typeof email !== 'string') throw accessEnded();
  const facts = await readAccessFacts(firestore, owner, email);
  const access = decideAccess({ email, isEmailVerified: true, isDisabled }, facts, readAccessSettings());
  if (access !== 'allowed') throw accessEnded();
}

const accessEnded = () => new AppError('forbidden', 'The access to the portal has ended.');

async function refuse({ firestore }: Deps, id: string, error: AppError): Promise<void> {
  logInfo('A scheduled job was refused.', { pipeline: id, code: error.code });
  await firestore.runTransaction(async (transaction) => {
    const pipeline = parsePipeline(await transaction.get(pipelineReference(firestore, id)));
    if (pipeline?.state !== 'scheduled') return;
    // Its prompts stay until it expires: its owner may start it again.
    transaction.update(pipelineReference(firestore, id), {
      state: 'refused',
      reason: error.userMessage,
      // What it costs to start it again.
      ...(error instanceof PriceRisen && { estimate: error.estimate }),
      changedAt: FieldValue.serverTimestamp(),
    });
  });
}
