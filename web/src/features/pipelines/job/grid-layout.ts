import type { GenerationSettings } from '@portal/contracts/generation-request';
import { parseRatio } from '../../../shared/batches/list-slots.ts';

export interface GridLayout {
  /** Beside the pictures, or above them in a narrow grid. */
  isPromptBeside: boolean;
  promptWidth: number;
  laneWidth: number;
  /** Of a picture at most. */
  pictureHeight: number;
  rowHeight: number;
  /** CSS columns of a row. */
  columns: string;
  /** Of a row; more than the grid's width if it scrolls. */
  width: number;
}

const GAP = 8;
const PADDING = 8;
const CAPTION_HEIGHT = 36;
const PROMPT_LINE_HEIGHT = 48;
const NARROW_PX = 600;
const MIN_LANE = 132;
const MAX_LANE = 240;
const MIN_PROMPT = 200;
const MAX_HEIGHT = 220;

/** Fixed heights, so that nothing moves while pictures arrive. */
export function layOut(width: number, lanes: readonly Pick<GenerationSettings, 'provider'>[]): GridLayout {
  const count = lanes.length;
  const isPromptBeside = width >= NARROW_PX;
  const prompt = isPromptBeside ? MIN_PROMPT + GAP : 0;
  const free = (width - 2 * PADDING - prompt - (count - 1) * GAP) / Math.max(count, 1);
  const laneWidth = Math.floor(Math.min(Math.max(free, MIN_LANE), MAX_LANE));
  const lanesWidth = count * (laneWidth + GAP);
  const promptWidth = isPromptBeside ? Math.max(width - 2 * PADDING - lanesWidth, MIN_PROMPT) : 0;
  const heights = lanes.map((lane) => laneWidth / readRatio(lane));
  const pictureHeight = Math.round(Math.min(Math.max(...heights, MIN_LANE / 2), MAX_HEIGHT));
  const promptHeight = isPromptBeside ? 0 : PROMPT_LINE_HEIGHT + GAP;
  return {
    isPromptBeside,
    promptWidth,
    laneWidth,
    pictureHeight,
    rowHeight: 2 * PADDING + promptHeight + pictureHeight + CAPTION_HEIGHT,
    columns: [...(isPromptBeside ? [`${promptWidth}px`] : []), `repeat(${count}, ${laneWidth}px)`].join(' '),
    width: 2 * PADDING + (isPromptBeside ? promptWidth + GAP : 0) + lanesWidth - GAP,
  };
}

/** The width of a lane's pictures by their height. Grok's are square. */
export function readRatio(settings: Pick<GenerationSettings, 'provider'>): number {
  const ratio: unknown = Reflect.get(settings, 'aspectRatio');
  return parseRatio(typeof ratio === 'string' ? ratio : undefined);
}
