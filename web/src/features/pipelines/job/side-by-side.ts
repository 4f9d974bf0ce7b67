/** The pictures of a job as a grid: a row for each prompt, a column for each model. */
import { isActive, type BatchFacts, type ToolName } from '@portal/contracts/batches';
import type { GenerationSettings } from '@portal/contracts/generation-request';
import { findPrompt, type GenerationBatch } from '@portal/contracts/image-generator';
import type { Pipeline, PipelineBatch } from '@portal/contracts/pipelines';
import type { CheckedPicture } from '../../../pictures/checks/find-stacks.ts';
import { STAGES } from '../../../tools/pipelines/describe-pipeline.ts';
import { makePicturePath } from './picture-path.ts';

/** `open` is not over yet: it waits, is queued or runs. `gone` was deleted or has expired. */
export type CellState = 'open' | 'running' | 'made' | 'failed' | 'uncertain' | 'cancelled' | 'gone';

/** Its key is as the Library names its pictures. */
export interface Cell extends CheckedPicture {
  lane: number;
  row: number;
  batchId: string;
  /** Of the item in its batch. */
  index: number;
  state: CellState;
  /** Why there is no picture. */
  reason?: string | undefined;
  /** A retry would fail again. */
  isPermanent?: boolean;
  /** Of the picture. */
  url?: string | undefined;
  placeholder?: string | undefined;
  /** A later stage that this picture did not get through. */
  stopped?: Stop | undefined;
  /** Why it waits for a person's choice. */
  heldFor?: string | undefined;
  /** Dollars. Undefined until it is known. */
  cost?: number | undefined;
  seconds?: number | undefined;
}

/** Why a picture did not get through a later stage. */
export interface Stop {
  text: string;
  isFailure: boolean;
}

export interface Lane {
  index: number;
  settings: GenerationSettings;
  total: number;
  done: number;
  /** With uncertain ones. */
  failed: number;
  /** Dollars. */
  cost: number;
  estimate: number;
  /** Of one picture. Undefined until there is one. */
  secondsEach: number | undefined;
}

export interface Row {
  index: number;
  /** Empty while the history loads. */
  prompt: string;
  cells: readonly Cell[];
}

export interface SideBySide {
  lanes: readonly Lane[];
  rows: readonly Row[];
  /** Ids of batches whose pictures the job has checked. */
  checked: ReadonlySet<string>;
}

interface Batches {
  generated: ReadonlyMap<string, GenerationBatch>;
  /** Of the stages that follow, by id. */
  later: ReadonlyMap<string, BatchFacts>;
}

type Shown = Pick<Pipeline, 'lanes' | 'batches' | 'promptCount'>;

export function arrangeSideBySide(pipeline: Shown, batches: Batches): SideBySide {
  const byLane = pipeline.lanes.map((settings, index) => {
    const own = pipeline.batches.filter(({ lane }) => lane === index);
    const chains = own
      .filter(({ tool }) => tool === 'image-generator')
      .toSorted((one, other) => one.chain - other.chain);
    const cells = chains.flatMap((chain) => {
      const following = own.filter((batch) => batch.chain === chain.chain && batch !== chain);
      const batch = batches.generated.get(chain.batchId);
      const read = makeCellReader(chain, batch, findStops(following, batches.later));
      return Array.from({ length: chain.total }, (_, item) => ({
        prompt: batch ? findPrompt(batch, item) : '',
        cell: { ...read(item), lane: index, row: 0 },
      }));
    });
    return {
      cells,
      lane: {
        index,
        settings,
        ...summarizeLane(
          chains,
          cells.map(({ cell }) => cell),
        ),
      },
    };
  });
  const perLane = byLane.map(({ cells }) => cells);
  // A retry has other prompts in each lane.
  const isWhole = perLane.every(({ length }) => length === pipeline.promptCount);
  const rows = isWhole ? alignByPlace(perLane, pipeline.promptCount) : alignByPrompt(perLane);
  return {
    lanes: byLane.map(({ lane }) => lane),
    rows: rows.map(numberCells),
    checked: findChecked(pipeline.batches),
  };
}

const findChecked = (batches: readonly PipelineBatch[]): ReadonlySet<string> =>
  new Set(
    batches
      .filter(({ tool, endedAt }) => tool === 'check' && endedAt !== null)
      .flatMap(({ chain }) => findMaker(batches, chain)?.batchId ?? []),
  );

/** The batch that has made the pictures of a chain. */
export const findMaker = (batches: readonly PipelineBatch[], chain: number): PipelineBatch | undefined =>
  batches.find((batch) => batch.chain === chain && batch.tool === 'image-generator');

interface Placed {
  prompt: string;
  cell: Cell;
}
type Unnumbered = Omit<Row, 'index'>;

const numberCells = ({ prompt, cells }: Unnumbered, index: number): Row => ({
  index,
  prompt,
  cells: cells.map((cell) => ({ ...cell, row: index })),
});

const alignByPlace = (lanes: readonly (readonly Placed[])[], count: number): Unnumbered[] =>
  Array.from({ length: count }, (_, place) => {
    const placed = lanes.flatMap((lane) => lane[place] ?? []);
    return {
      prompt: placed.find(({ prompt }) => prompt !== '')?.prompt ?? '',
      cells: placed.map(({ cell }) => cell),
    };
  });

/** A prompt that a lane has twice has two rows. */
function alignByPrompt(lanes: readonly (readonly Placed[])[]): Unnumbered[] {
  const rows = new Map<string, { prompt: string; cells: Cell[] }>();
  for (const lane of lanes) {
    const times = new Map<string, number>();
    for (const { prompt, cell } of lane) {
      const time = times.get(prompt) ?? 0;
      times.set(prompt, time + 1);
      const key = `${time} ${prompt}`;
      const row = rows.get(key) ?? { prompt, cells: [] };
      row.cells.push(cell);
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}

function summarizeLane(chains: readonly PipelineBatch[], cells: readonly Cell[]) {
  const sum = (read: (batch: PipelineBatch) => number) =>
    chains.reduce((total, batch) => total + read(batch), 0);
  const times = cells.flatMap(({ seconds }) => seconds ?? []);
  return {
    total: sum(({ total }) => total),
    done: sum(({ doneCount }) => doneCount),
    failed: sum(({ failedCount, uncertainCount }) => failedCount + uncertainCount),
    cost: sum(({ cost }) => cost),
    estimate: sum(({ estimate }) => estimate),
    secondsEach:
      times.length === 0 ? undefined : times.reduce((total, each) => total + each, 0) / times.length,
  };
}

/** Pictures that a later stage could not do, by index; the first such stage counts. */
function findStops(
  following: readonly PipelineBatch[],
  later: ReadonlyMap<string, BatchFacts>,
): ReadonlyMap<number, Stop> {
  const stops = new Map<number, Stop>();
  for (const { tool, batchId } of following.toSorted(byStage)) {
    const title = STAGES.find((stage) => stage.tool === tool)?.title ?? tool;
    const batch = later.get(batchId);
    for (const { index, reason } of batch?.failures ?? [])
      if (!stops.has(index)) stops.set(index, { text: `${title}: ${reason}`, isFailure: true });
    // Such as a picture that was not chosen.
    for (const { index, reason } of batch?.cancellations ?? [])
      if (!stops.has(index)) stops.set(index, { text: reason, isFailure: false });
  }
  return stops;
}

const orderOf = (tool: ToolName) => STAGES.findIndex((stage) => stage.tool === tool);
const byStage = (one: PipelineBatch, other: PipelineBatch) => orderOf(one.tool) - orderOf(other.tool);

function makeCellReader(
  chain: PipelineBatch,
  batch: GenerationBatch | undefined,
  stops: ReadonlyMap<number, Stop>,
): (index: number) => Omit<Cell, 'lane' | 'row'> {
  const { batchId } = chain;
  const urls = new Map(batch?.generatedImages.map((url) => [makePicturePath(url).index, url]));
  const failures = new Map(batch?.failures.map((failure) => [failure.index, failure]));
  const running = new Set(batch?.runningItems);
  const starred = new Set(batch?.starred);
  const deleted = new Set(batch?.deletedItems);
  const isOver = !isActive(batch?.status ?? chain.status);
  const isGone = batch?.filesDeleted ?? false;
  const findState = (index: number): Pick<Cell, 'state' | 'reason' | 'isPermanent'> => {
    const failure = failures.get(index);
    if (failure) {
      const { state, reason, permanent } = failure;
      return { state, reason, ...(permanent && { isPermanent: true }) };
    }
    if (deleted.has(index) || isGone) return { state: 'gone' };
    if (urls.has(index)) return { state: 'made' };
    if (isOver && batch) return { state: 'cancelled' };
    // The batch has expired, or the history has not loaded yet.
    if (isOver) return { state: chain.doneCount > 0 ? 'gone' : 'cancelled' };
    // At half price it waits at the provider, for hours.
    return { state: running.has(index) && !batch?.halfPrice ? 'running' : 'open' };
  };
  return (index) => ({
    key: `${batchId}/${index}`,
    batchId,
    index,
    ...findState(index),
    url: isGone || deleted.has(index) ? undefined : urls.get(index),
    placeholder: batch?.placeholders?.[index],
    isStarred: starred.has(index),
    stopped: stops.get(index),
    ...batch?.figures?.[index],
  });
}
