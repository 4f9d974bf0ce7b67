import type { GenerationSettings } from '@portal/contracts/generation-request';
import { parseRatio } from '../../../pictures/batches/list-slots.ts';

export interface GridLayout {
  /** Beside the pictures, or above them in a narrow grid. */
  isPromptBeside: boolean;
  promptWidth: number;
  /** Of a column, which its pictures fill. */
  laneWidth: number;
  rowHeight: number;
  /** CSS columns of a row. */
  columns: string;
  /** Of a row; more than the grid's width if it scrolls. */
  width: number;
}

const GAP = 8;
const PADDING = 8;
const CAPTION_HEIGHT = 36;
const PROMPT_LINE_HEIGHT = 44;
const NARROW_PX = 600;
const MIN_LANE = 132;
const MAX_LANE = 540;
const MIN_PROMPT = 180;
const MAX_PROMPT = 400;
const MIN_HEIGHT = 88;
/** A tall picture has a narrow column, and leaves room for others above and below it. */
const MAX_HEIGHT = 400;

/** Fixed heights, so that nothing moves while pictures arrive. */
export function layOut(width: number, lanes: readonly Pick<GenerationSettings, 'provider'>[]): GridLayout {
  const count = Math.max(lanes.length, 1);
  const isPromptBeside = width >= NARROW_PX;
  const inside = width - 2 * PADDING;
  const wanted = isPromptBeside ? Math.min(Math.max(inside * 0.24, MIN_PROMPT), MAX_PROMPT) : 0;
  const free = inside - (isPromptBeside ? wanted + GAP : 0) - (count - 1) * GAP;
  const ratios = lanes.map((lane) => readRatio(lane));
  const widest = Math.min(MAX_LANE, MAX_HEIGHT * Math.min(...ratios));
  const laneWidth = Math.floor(Math.max(Math.min(free / count, widest), MIN_LANE));
  const lanesWidth = count * (laneWidth + GAP) - GAP;
  const promptWidth = Math.floor(wanted);
  const highest = Math.max(...ratios.map((ratio) => Math.round(laneWidth / ratio)), MIN_HEIGHT);
  const promptHeight = isPromptBeside ? 0 : PROMPT_LINE_HEIGHT + GAP;
  return {
    isPromptBeside,
    promptWidth,
    laneWidth,
    rowHeight: 2 * PADDING + promptHeight + highest + CAPTION_HEIGHT,
    columns: [...(isPromptBeside ? [`${promptWidth}px`] : []), `repeat(${count}, ${laneWidth}px)`].join(' '),
    width: 2 * PADDING + (isPromptBeside ? promptWidth + GAP : 0) + lanesWidth,
  };
}

/** The width of a lane's pictures by their height. Grok's are square. */
export function readRatio(settings: Pick<GenerationSettings, 'provider'>): number {
  const ratio: unknown = Reflect.get(settings, 'aspectRatio');
  return parseRatio(typeof ratio === 'string' ? ratio : undefined);
}
