import type { GenerationSettings } from '@portal/contracts/generation-request';
import { parseRatio } from '../../../pictures/batches/list-slots.ts';

export interface GridLayout {
  /** Beside the pictures, or above them in a narrow grid. */
  isPromptBeside: boolean;
  /** Of each lane. They fill their columns, unless they would be too high. */
  pictures: readonly { width: number; height: number }[];
  rowHeight: number;
  /** CSS columns of a row. */
  columns: string;
  /** Of a row: the grid's, or more if it scrolls. */
  width: number;
}

const GAP = 8;
const PADDING = 8;
/** Below a picture. A reason why there is none takes its room. */
export const CAPTION_HEIGHT = 36;
const PROMPT_LINE_HEIGHT = 44;
const NARROW_PX = 600;
const MIN_LANE = 132;
const MIN_PROMPT = 180;
const MAX_PROMPT = 400;
/** Where pictures leave room. */
const MAX_WIDE_PROMPT = 640;
const MIN_HEIGHT = 88;
/** Leaves room for other rows. Wide screens are higher. */
const findMaxHeight = (width: number): number => Math.min(Math.max(width / 5, 320), 400);

/** Fixed heights, so that nothing moves while pictures arrive. */
export function layOut(width: number, lanes: readonly Pick<GenerationSettings, 'provider'>[]): GridLayout {
  const count = Math.max(lanes.length, 1);
  const isPromptBeside = width >= NARROW_PX;
  const inside = width - 2 * PADDING;
  const ratios = lanes.map((lane) => readRatio(lane));
  const maxHeight = findMaxHeight(width);
  const gaps = (count - 1) * GAP;
  // What pictures of their greatest height leave, within limits.
  const left = inside - GAP - gaps - count * maxHeight * Math.max(...ratios, 0);
  const minPrompt = Math.min(Math.max(inside * 0.24, MIN_PROMPT), MAX_PROMPT);
  const maxPrompt = Math.min(Math.max(inside * 0.36, minPrompt), MAX_WIDE_PROMPT);
  const promptWidth = Math.floor(Math.min(Math.max(left, minPrompt), maxPrompt));
  const beside = isPromptBeside ? promptWidth + GAP : 0;
  const free = inside - beside - gaps;
  const laneWidth = Math.floor(Math.max(free / count, MIN_LANE));
  const pictures = ratios.map((ratio) => {
    const pictureWidth = Math.min(laneWidth, Math.round(maxHeight * ratio));
    return { width: pictureWidth, height: Math.round(pictureWidth / ratio) };
  });
  const highest = Math.max(...pictures.map(({ height }) => height), MIN_HEIGHT);
  const promptHeight = isPromptBeside ? 0 : PROMPT_LINE_HEIGHT + GAP;
  return {
    isPromptBeside,
    pictures,
    rowHeight: 2 * PADDING + promptHeight + highest + CAPTION_HEIGHT,
    columns: [...(isPromptBeside ? [`${promptWidth}px`] : []), `repeat(${count}, ${laneWidth}px)`].join(' '),
    width: Math.max(width, 2 * PADDING + beside + gaps + count * laneWidth),
  };
}

/** The width of a lane's pictures by their height. Grok's are square. */
export function readRatio(settings: Pick<GenerationSettings, 'provider'>): number {
  const ratio: unknown = Reflect.get(settings, 'aspectRatio');
  return parseRatio(typeof ratio === 'string' ? ratio : undefined);
}
