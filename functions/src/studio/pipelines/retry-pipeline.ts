/** Retries failed pictures in a new job, each from the first stage that failed. */
import { MAX_NAME_LENGTH, type ItemState } from '@portal/contracts/batches';
import { GenerationRequestSchema, type ListedPrompt } from '@portal/contracts/generation-request';
import { FieldValue, type Transaction } from 'firebase-admin/firestore';
import type { ItemView, ItemViews } from '../../batches/store/batch-record.ts';
import {
  batchReference,
  isKept,
  parseBatch,
  readBatchesById,
  type Batch,
} from '../../batches/store/batch-store.ts';
import { markRetried } from '../../batches/store/failed-work-store.ts';
import { readItemViews, writeBatchChange } from '../../batches/store/progress-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { userReference } from '../../identity/access-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { chooseItems } from '../../tools/image-generator/item-request.ts';
import { makeRecord } from './create-pipeline.ts';
import type { StoredPipeline } from './pipeline-record.ts';
import { assertOwner, parsePipeline, pipelineReference, readOwnPipeline } from './pipeline-store.ts';
import { splitInto, type ChainContent, type KeptPicture } from './plan-chains.ts';
import { enqueueStart, prepareStart, reserveStart } from './prepare-start.ts';

type RetriedState = keyof StoredPipeline['retried'];

const RETRY_SUFFIX = ' (retry)';

/** A batch of the job, as it ended. */
interface EndedBatch {
  batch: Batch;
  views: ItemViews;
}

interface FailedPicture {
  lane: number;
  stage: number;
  /** The batch in which it failed, and the one before it. */
  at: EndedBatch;
  before: EndedBatch | undefined;
  index: number;
  state: RetriedState;
}

/** Each picture is retried once: a second request returns the same job. */
export async function retryPipeline(
  deps: Deps,
  owner: string,
  id: string,
  wanted: readonly RetriedState[],
): Promise<string> {
  const { firestore } = deps;
  const pipeline = await readOwnPipeline(firestore, owner, id);
  const left = wanted.filter((state) => pipeline.retried[state] === null);
  const earlier = wanted.map((state) => pipeline.retried[state]).findLast((each) => each !== null);
  const failed = left.length > 0 ? await findFailed(deps, pipeline, left) : [];
  if (failed.length === 0) {
    if (earlier !== undefined && earlier !== null) return requireKept(deps, owner, earlier);
    throw new AppError('conflict', 'This job has nothing to retry.');
  }
  const newId = firestore.collection('pipelines').doc().id;
  const name = `${pipeline.name.slice(0, MAX_NAME_LENGTH - RETRY_SUFFIX.length)}${RETRY_SUFFIX}`;
  // Now: a second wait would outlast the pictures.
  const settings = { ...pipeline.settings, isHalfPrice: false };
  const contents = makeContents(failed);
  const start = await prepareStart(deps, { id: newId, owner, name, settings, contents });
  const record = makeRecord({ owner, name, settings, promptCount: countPrompts(contents) }, start);
  const retriedIn = await firestore.runTransaction(async (transaction) => {
    const reference = pipelineReference(firestore, id);
    const [snapshot, person] = await transaction.getAll(reference, userReference(firestore, owner));
    const current = assertOwner(snapshot && parsePipeline(snapshot), owner);
    if (!person?.exists) throw AppError.accessDenied('The owner of the job was revoked.');
    const other = left.map((state) => current.retried[state]).find((each) => each !== null);
    if (other !== undefined && other !== null) return other;
    const retriedBatches = await readUnretried(deps, transaction, failed);
    const write = await reserveStart(deps, transaction, start);
    write();
    transaction.create(pipelineReference(firestore, newId), record);
    const retried = { ...current.retried, ...Object.fromEntries(left.map((state) => [state, newId])) };
    transaction.update(reference, { retried, changedAt: FieldValue.serverTimestamp() });
    // Their own pages must not offer the same pictures again.
    const [first] = start.batches;
    for (const [batch, states] of retriedBatches) {
      const own = Object.fromEntries([...states].map((state) => [state, first?.id ?? newId]));
      transaction.update(batchReference(firestore, batch.id), { retried: { ...batch.retried, ...own } });
      writeBatchChange(firestore, transaction, batch);
    }
    return newId;
  });
  if (retriedIn === newId) {
    await enqueueStart(deps, start);
    for (const [batch, states] of groupStates(failed)) {
      await markRetried(firestore, batch.id, [...states], start.batches[0]?.id ?? null);
    }
  }
  return requireKept(deps, owner, retriedIn);
}

/** The batches as they are now. Fails if one was retried meanwhile, in the page of its tool: each picture is paid once. */
async function readUnretried(
  { firestore }: Deps,
  transaction: Transaction,
  failed: readonly FailedPicture[],
): Promise<[Batch, ReadonlySet<RetriedState>][]> {
  const groups = groupStates(failed);
  const references = [...groups.keys()].map(({ id }) => batchReference(firestore, id));
  const found = (await transaction.getAll(...references)).flatMap((snapshot) => parseBatch(snapshot) ?? []);
  return [...groups].map(([{ id }, states]) => {
    const batch = found.find((each) => each.id === id);
    if (batch && [...states].every((state) => batch.retried[state] === null)) return [batch, states];
    throw new AppError('conflict', 'Some of these pictures were deleted or retried just now. Try again.');
  });
}

/** Fails if the job was deleted. */
async function requireKept({ firestore }: Deps, owner: string, id: string): Promise<string> {
  const kept = await readOwnPipeline(firestore, owner, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  });
  if (!kept) throw new AppError('conflict', 'The retry of this job was deleted.');
  return id;
}

/** Reads each batch of the job, which must have ended. */
async function findFailed(
  { firestore }: Deps,
  pipeline: StoredPipeline,
  wanted: readonly RetriedState[],
): Promise<FailedPicture[]> {
  const ended = new Map<string, EndedBatch>();
  const batches = await readBatchesById(
    firestore,
    pipeline.batches.map(({ id }) => id),
  );
  const isRunning = pipeline.state === 'scheduled' || batches.some(({ endedAt }) => !endedAt);
  if (isRunning) throw new AppError('conflict', 'The job is still running.');
  await forEachAtOnce(batches, async (batch) => {
    ended.set(batch.id, { batch, views: await readItemViews(firestore, batch) });
  });
  // A picture goes on without a check that failed: there is nothing to retry.
  const working = pipeline.batches.filter(({ tool }) => tool !== 'check');
  const chains = Map.groupBy(working, ({ chain }) => chain);
  return [...chains.values()].flatMap((chain) =>
    findInChain(
      chain.map(({ id }) => ended.get(id)),
      wanted,
    ),
  );
}

/** By picture, the first stage that is not done. What a person has cancelled is not retried. */
function findInChain(
  stages: readonly (EndedBatch | undefined)[],
  wanted: readonly RetriedState[],
): FailedPicture[] {
  const total = stages.find((stage) => stage !== undefined)?.batch.total ?? 0;
  return Array.from({ length: total }, (_, index) => index).flatMap((index): FailedPicture[] => {
    const place = stages.findIndex((stage) => stage && stage.views[index]?.state !== 'done');
    const at = stages[place];
    const view = at?.views[index];
    const { pipeline, retried } = at?.batch ?? {};
    if (!at || !view || !pipeline || !isWanted(view, wanted) || !retried) return [];
    if (retried[view.state] !== null) return [];
    const { lane, stage } = pipeline;
    return [{ lane, stage, at, before: stages[place - 1], index, state: view.state }];
  });
}

const RETRIED: readonly ItemState[] = ['failed', 'uncertain'] satisfies RetriedState[];

const isWanted = (
  view: ItemView,
  wanted: readonly RetriedState[],
): view is ItemView & { state: RetriedState } =>
  RETRIED.includes(view.state) &&
  view.permanent === undefined &&
  wanted.some((state) => state === view.state);

/** Chains of pictures with the same lane that start at the same stage. */
function makeContents(failed: readonly FailedPicture[]): ChainContent[] {
  const groups = Map.groupBy(failed, ({ lane, stage }) => `${lane}/${stage}`);
  return [...groups.values()]
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .flatMap((group) => splitInto(group).map(makeContent));
}

const orderOf = ([first]: readonly FailedPicture[]): number => (first ? first.lane * 10 + first.stage : 0);

function makeContent(group: readonly FailedPicture[]): ChainContent {
  const { lane = 0, stage: firstStage = 0 } = group[0] ?? {};
  return firstStage === 0
    ? { lane, firstStage, prompts: group.flatMap(keepPrompt) }
    : { lane, firstStage, pictures: group.map(keepPicture) };
}

/** With the seed that it had. */
function keepPrompt({ at: { batch, views }, index }: FailedPicture): ListedPrompt[] {
  const request = GenerationRequestSchema.parse(batch.settings);
  const { settings } = chooseItems(request, [views[index]?.variant ?? index]);
  return settings.prompts ?? [];
}

/** The result of the stage before, or, if that was deleted, the copy that the failed stage has of it. */
function keepPicture({ at: { batch }, before, index }: FailedPicture): KeptPicture {
  const file = batch.uploads?.files[index];
  const isThere =
    before !== undefined &&
    isKept(before.batch) &&
    !before.batch.filesDeleted &&
    before.batch.deletedItems?.includes(index) !== true;
  const from = isThere
    ? { batchId: before.batch.id, index, kind: 'result' as const }
    : { batchId: batch.id, index, kind: 'original' as const };
  return { fileName: file?.name ?? 'image', from };
}

const countPrompts = (contents: readonly ChainContent[]): number =>
  contents.reduce((sum, { prompts, pictures }) => sum + (prompts ?? pictures ?? []).length, 0);

function groupStates(failed: readonly FailedPicture[]): Map<Batch, Set<RetriedState>> {
  const states = new Map<Batch, Set<RetriedState>>();
  for (const { at, state } of failed) {
    const known = states.get(at.batch) ?? new Set();
    states.set(at.batch, known.add(state));
  }
  return states;
}
