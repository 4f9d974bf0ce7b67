/** From left to right, in pixels of the window. */
export interface Span {
  left: number;
  width: number;
}

/** The part of the picture that is in sight: the divider is always within reach. */
function findSeen(stage: Span, picture: Span): Span {
  const left = Math.max(stage.left, picture.left);
  const right = Math.min(stage.left + stage.width, picture.left + picture.width);
  return { left, width: Math.max(right - left, 0) };
}

/**
 * Where the divider stands on the stage, and how much of the picture lies to its left; `share` is of what is in sight,
 * from 0 to 1.
 */
export function placeDivider(share: number, stage: Span, picture: Span): { x: number; part: number } {
  const seen = findSeen(stage, picture);
  const x = seen.left + share * seen.width;
  return { x: x - stage.left, part: picture.width > 0 ? (x - picture.left) / picture.width : 0 };
}

/** The share at which the divider stands under a pointer. */
export function readShare(pointerX: number, stage: Span, picture: Span): number {
  const seen = findSeen(stage, picture);
  return seen.width > 0 ? Math.min(Math.max((pointerX - seen.left) / seen.width, 0), 1) : 0;
}

const STEP = 0.02;
const LARGE_STEP = 0.1;

/** As the keys of a slider are. */
export function moveByKey(
  share: number,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): number | undefined {
  const step = shiftKey ? LARGE_STEP : STEP;
  const targets: Record<string, number> = {
    ArrowLeft: share - step,
    ArrowDown: share - step,
    ArrowRight: share + step,
    ArrowUp: share + step,
    PageDown: share - LARGE_STEP,
    PageUp: share + LARGE_STEP,
    Home: 0,
    End: 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), 1);
}
