import { isActive, type ToolName } from '@portal/contracts/batches';
import type {
  Pipeline,
  PipelineBatch,
  PipelineState,
  RecipeSettings,
  StageSettings,
} from '@portal/contracts/pipelines';
import { countOf, formatCount } from '../../ui/count.ts';
import { describeCost } from '../../ui/describe-cost.ts';
import type { Tone } from '../../ui/status-word.tsx';

/** The stages in their order. `done` says what pictures are that it is done with. */
export const STAGES = [
  { tool: 'image-generator', setting: undefined, title: 'Generate', done: 'made' },
  { tool: 'check', setting: 'check', title: 'Check', done: 'checked' },
  { tool: 'upscale', setting: 'upscale', title: 'Upscale', done: 'upscaled' },
  { tool: 'stylizer', setting: 'stylizer', title: 'Stylize', done: 'restyled' },
  { tool: 'keyword-generator', setting: 'keywords', title: 'Keywords', done: 'with keywords' },
] as const satisfies readonly {
  tool: ToolName;
  setting: keyof StageSettings | undefined;
  title: string;
  done: string;
}[];
export type StageTool = (typeof STAGES)[number]['tool'];

/** The stages that a job has. */
export const listStages = ({ stages }: Pick<RecipeSettings, 'stages'>) =>
  STAGES.filter(({ setting }) => setting === undefined || stages[setting] !== undefined);

export interface StageProgress {
  tool: StageTool;
  title: string;
  done: string;
  batches: readonly PipelineBatch[];
  total: number;
  doneCount: number;
  failedCount: number;
  /** Of those that failed: a retry would fail again. */
  permanentCount: number;
  uncertainCount: number;
  cancelledCount: number;
  waitingCount: number;
  /** Dollars. */
  cost: number;
  estimate: number;
  startedAt: string | null;
  /** Null while one of its batches is active. */
  endedAt: string | null;
}

/** How far each stage is. Without batches, as before the start, nothing is done. */
export function summarizeStages(
  pipeline: Pick<Pipeline, 'stages' | 'batches' | 'total'>,
): readonly StageProgress[] {
  return listStages(pipeline).map(({ tool, title, done }) => {
    const batches = pipeline.batches.filter((batch) => batch.tool === tool);
    const sum = (read: (batch: PipelineBatch) => number) =>
      batches.reduce((total, batch) => total + read(batch), 0);
    const starts = batches.flatMap(({ startedAt }) => startedAt ?? []).toSorted();
    const ends = batches.flatMap(({ endedAt }) => endedAt ?? []).toSorted();
    return {
      tool,
      title,
      done,
      batches,
      total: batches.length > 0 ? sum((batch) => batch.total) : pipeline.total,
      doneCount: sum((batch) => batch.doneCount),
      failedCount: sum((batch) => batch.failedCount),
      permanentCount: sum((batch) => batch.permanentCount),
      uncertainCount: sum((batch) => batch.uncertainCount),
      cancelledCount: sum((batch) => batch.cancelledCount),
      waitingCount: sum((batch) => batch.waitingCount),
      cost: sum((batch) => batch.cost),
      estimate: sum((batch) => batch.estimate),
      startedAt: starts[0] ?? null,
      endedAt: batches.length > 0 && ends.length === batches.length ? (ends.at(-1) ?? null) : null,
    };
  });
}

/** Items that are over, in any way. */
export const countOver = (
  stage: Pick<StageProgress, 'doneCount' | 'failedCount' | 'uncertainCount' | 'cancelledCount'>,
): number => stage.doneCount + stage.failedCount + stage.uncertainCount + stage.cancelledCount;

/** From 0 to 1, over all stages. */
export function measureProgress(stages: readonly StageProgress[]): number {
  const total = stages.reduce((sum, stage) => sum + stage.total, 0);
  const over = stages.reduce((sum, stage) => sum + countOver(stage), 0);
  return total === 0 ? 0 : over / total;
}

/** Without those of checks: a picture goes on without one. */
export function countFailures(stages: readonly StageProgress[]) {
  const working = stages.filter(({ tool }) => tool !== 'check');
  return {
    failed: working.reduce((sum, stage) => sum + stage.failedCount, 0),
    permanent: working.reduce((sum, stage) => sum + stage.permanentCount, 0),
    uncertain: working.reduce((sum, stage) => sum + stage.uncertainCount, 0),
  };
}

/** Pictures that a check holds until a person has chosen. */
export const countHeld = ({ batches }: Pick<Pipeline, 'batches'>): number =>
  batches.reduce((sum, { heldItems }) => sum + (heldItems?.length ?? 0), 0);

/** Empty for a paid stage without batches: what it will cost is known once it has them. */
export const describeStageCost = ({ tool, batches, cost, estimate, endedAt }: StageProgress): string =>
  batches.length === 0 && tool !== 'upscale'
    ? ''
    : describeCost({ cost, estimate, isOver: endedAt !== null });

export const describeJobCost = (job: Pick<Pipeline, 'state' | 'cost' | 'estimate' | 'batches'>): string =>
  describeCost({ ...job, isOver: isJobOver(job) });

const STATES: Record<PipelineState, { tone: Tone; word: string }> = {
  scheduled: { tone: 'neutral', word: 'Scheduled' },
  running: { tone: 'neutral', word: 'Running' },
  choosing: { tone: 'warning', word: 'Waiting for your choice' },
  ended: { tone: 'good', word: 'Done' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
  refused: { tone: 'bad', word: 'Not started' },
};

/** A job that ended without some of its pictures says so. */
export function describeState(pipeline: Pick<Pipeline, 'state' | 'stages' | 'batches' | 'total'>) {
  const { state, batches } = pipeline;
  if (state !== 'ended') {
    const isStopping = state === 'cancelled' && batches.some(({ status }) => isActive(status));
    return isStopping ? { tone: 'neutral' as const, word: 'Stopping' } : STATES[state];
  }
  const stages = summarizeStages(pipeline);
  const { failed, uncertain } = countFailures(stages);
  if (failed + uncertain === 0) return STATES.ended;
  const hasResults = (stages.at(-1)?.doneCount ?? 0) > 0;
  return hasResults
    ? { tone: 'warning' as const, word: 'Partly done' }
    : { tone: 'bad' as const, word: 'Failed' };
}

/** Whether something still happens without a person. */
export const isRunning = ({ state, batches }: Pick<Pipeline, 'state' | 'batches'>): boolean =>
  state === 'running' || (state === 'cancelled' && batches.some(({ status }) => isActive(status)));

/** Whether it costs nothing more. */
export const isJobOver = (job: Pick<Pipeline, 'state' | 'batches'>): boolean =>
  ['ended', 'cancelled', 'refused'].includes(job.state) && !isRunning(job);

/** Whether pictures go on while others wait for a choice. */
export const isPartlyRunning = ({ state, batches }: Pick<Pipeline, 'state' | 'batches'>): boolean =>
  state === 'choosing' &&
  batches.some((batch) => batch.endedAt === null && batch.total > countOver(batch) + batch.waitingCount);

/** Whether the pictures that continue will be chosen by hand, once all of them are made and checked. */
export const willAskForChoice = ({
  state,
  isChosenByHand,
  batches,
}: Pick<Pipeline, 'state' | 'isChosenByHand' | 'batches'>): boolean =>
  state === 'running' &&
  isChosenByHand &&
  batches.some(({ tool, endedAt }) => (tool === 'image-generator' || tool === 'check') && endedAt === null);

/** '5 prompts × 2 models = 10 pictures'. A retry makes only some of these pictures. */
export function describePictures({
  promptCount,
  lanes,
  total,
}: Pick<Pipeline, 'promptCount' | 'lanes' | 'total'>): string {
  const pictures = countOf(total, 'picture');
  if (promptCount * lanes.length !== total) return pictures;
  return `${countOf(promptCount, 'prompt')} × ${countOf(lanes.length, 'model')} = ${pictures}`;
}

/** '12 of 40 with keywords': the pictures that are through all stages, or through the first while all of them wait for a choice. */
export function countMade(job: Pick<Pipeline, 'state' | 'stages' | 'batches' | 'total'>): string {
  const stages = summarizeStages(job);
  const last = job.state === 'choosing' && countHeld(job) === 0 ? stages[0] : stages.at(-1);
  return last ? `${formatCount(last.doneCount)} of ${formatCount(job.total)} ${last.done}` : '';
}
