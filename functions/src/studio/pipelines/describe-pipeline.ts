/** A job as its owner sees it: computed from its batches. */
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
  const { state, cancelledAt, chosenAt, settings } = pipeline;
  if (state !== 'started') return state;
  if (cancelledAt) return 'cancelled';
  if (hasEnded) return 'ended';
  if (!settings.isChosenByHand || chosenAt) return 'running';
  return isChoosing(pipeline, known) ? 'choosing' : 'running';
}

/** All pictures are made, and some of them wait. */
function isChoosing({ batches }: StoredPipeline, known: ReadonlyMap<string, KnownBatch>): boolean {
  const first = batches.filter(({ tool }) => tool === FIRST_TOOL.name);
  const held = batches.flatMap(({ id }) => known.get(id) ?? []).filter(({ isHeld }) => isHeld);
  return (
    first.every(({ id }) => known.get(id)?.facts.endedAt !== null) &&
    held.some(({ facts }) => facts.endedAt === null)
  );
}

/** Those that were deleted are missing. */
function describeBatches(
  { batches }: StoredPipeline,
  known: ReadonlyMap<string, KnownBatch>,
): PipelineBatch[] {
  return batches.flatMap((batch, place) => {
    const own = known.get(batch.id);
    if (!own) return [];
    const before = batches[place - 1];
    const previous = before?.chain === batch.chain ? before : undefined;
    return [describeBatch(batch, own, previous && known.get(previous.id))];
  });
}

const describeBatch = (
  { id, tool, lane, chain }: BatchKey,
  own: KnownBatch,
  previous: KnownBatch | undefined,
): PipelineBatch => ({
  batchId: id,
  tool,
  lane,
  chain,
  ...own.facts,
  total: own.total,
  doneCount: own.doneCount,
  waitingCount: own.facts.endedAt === null ? countWaiting(own, previous) : 0,
});

/** Neither worked on nor released: what was released, but not claimed, is not in any progress. */
function countWaiting(own: KnownBatch, previous: KnownBatch | undefined): number {
  if (!previous) return 0;
  const indexes = Array.from({ length: own.total }, (_, index) => index);
  return indexes.filter(
    (index) => !own.states.has(index) && (own.isHeld || previous.states.get(index) !== 'done'),
  ).length;
}
