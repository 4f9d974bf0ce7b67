/** A job as its owner sees it: computed from its batches. */
import type { ItemState } from '@portal/contracts/batches';
import type { Pipeline, PipelineBatch, PipelineState } from '@portal/contracts/pipelines';
import { FIRST_TOOL } from './choose-stages.ts';
import type { KnownBatch } from './known-batches.ts';
import { SummarySchema, type StoredPipeline } from './pipeline-record.ts';

type BatchKey = StoredPipeline['batches'][number];

export function describePipeline(
  pipeline: StoredPipeline,
  known: ReadonlyMap<string, KnownBatch>,
): { answer: Pipeline; hasEnded: boolean } {
  const { id, name, settings, reason, promptCount, total, estimate, retried } = pipeline;
  const batches = pipeline.summary === null ? describeBatches(pipeline, known) : readSummary(pipeline);
  const isStarted = pipeline.state === 'started';
  const hasEnded = isStarted && batches.every(({ endedAt }) => endedAt !== null);
  const answer: Pipeline = {
    ...settings,
    id,
    name,
    state: findState(pipeline, known, hasEnded),
    ...(reason !== null && { reason }),
    createdAt: pipeline.createdAt.toDate().toISOString(),
    startAt: pipeline.startAt?.toDate().toISOString() ?? null,
    expiresAt: pipeline.expiresAt.toDate().toISOString(),
    promptCount,
    total,
    batches,
    estimate: round(estimate),
    cost: round(batches.reduce((sum, { cost }) => sum + cost, 0)),
    retriedIn: retried.uncertain ?? retried.failed,
    areUncertainRetried: retried.uncertain !== null,
  };
  return { answer, hasEnded };
}

const readSummary = ({ summary }: StoredPipeline): PipelineBatch[] =>
  SummarySchema.parse(JSON.parse(summary ?? '[]'));

/** To whole millionths. */
const round = (dollars: number): number => Math.round(dollars * 1_000_000) / 1_000_000;

function findState(
  pipeline: StoredPipeline,
  known: ReadonlyMap<string, KnownBatch>,
  hasEnded: boolean,
): PipelineState {
  const { state, cancelledAt, chosenAt } = pipeline;
  if (state !== 'started') return state;
  if (cancelledAt) return 'cancelled';
  if (hasEnded) return 'ended';
  return !chosenAt && isChoosing(pipeline, known) ? 'choosing' : 'running';
}

/** All pictures are made and checked, and some of them wait. */
function isChoosing({ batches }: StoredPipeline, known: ReadonlyMap<string, KnownBatch>): boolean {
  const before = batches.filter(({ tool }) => tool === FIRST_TOOL.name || tool === 'check');
  return (
    before.every(({ id }) => known.get(id)?.facts.endedAt !== null) &&
    batches.some((batch, place) => {
      const own = known.get(batch.id);
      return own !== undefined && listHeld(own, findPrevious(batches, place, known)).length > 0;
    })
  );
}

/** Those that were deleted are missing. */
function describeBatches(
  { batches, chosenAt }: StoredPipeline,
  known: ReadonlyMap<string, KnownBatch>,
): PipelineBatch[] {
  return batches.flatMap((batch, place) => {
    const own = known.get(batch.id);
    if (!own) return [];
    const previous = findPrevious(batches, place, known);
    return [describeBatch(batch, own, previous, chosenAt ? [] : listHeld(own, previous))];
  });
}

/** The batch of the same pictures in the stage before. */
interface Previous extends KnownBatch {
  isCheck: boolean;
}

function findPrevious(
  batches: readonly BatchKey[],
  place: number,
  known: ReadonlyMap<string, KnownBatch>,
): Previous | undefined {
  const before = batches[place - 1];
  const batch = before && before.chain === batches[place]?.chain ? known.get(before.id) : undefined;
  return batch && { ...batch, isCheck: before?.tool === 'check' };
}

const describeBatch = (
  { id, tool, lane, chain }: BatchKey,
  own: KnownBatch,
  previous: Previous | undefined,
  held: readonly number[],
): PipelineBatch => ({
  batchId: id,
  tool,
  lane,
  chain,
  ...own.facts,
  total: own.total,
  doneCount: own.doneCount,
  waitingCount: previous ? countWaiting(own, previous, new Set(held)) : 0,
  ...(held.length > 0 && !own.isHeld && { heldItems: [...held] }),
});

/** What was released, but not claimed, is not in any progress either. */
function listUntouched({ facts, total, states }: KnownBatch): number[] {
  const indexes = Array.from({ length: total }, (_, index) => index);
  return facts.endedAt === null ? indexes.filter((index) => !states.has(index)) : [];
}

/** What waits for a person's choice: pictures with a severe issue, or all of them. */
const listHeld = (own: KnownBatch, previous: Previous | undefined): number[] =>
  listUntouched(own).filter(
    (index) => own.isHeld || (previous?.isCheck === true && previous.severe.has(index)),
  );

/** Neither worked on nor released. */
const countWaiting = (own: KnownBatch, previous: Previous, held: ReadonlySet<number>): number =>
  listUntouched(own).filter((index) => held.has(index) || !isOver(previous, previous.states.get(index)))
    .length;

/** A picture goes on without a check that failed. */
const isOver = ({ isCheck }: Previous, state: ItemState | undefined): boolean =>
  state === 'done' || (isCheck && (state === 'failed' || state === 'uncertain'));
