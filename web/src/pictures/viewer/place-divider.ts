/** A horizontal range in pixels of the window. */
export interface Span {
  left: number;
  width: number;
}

/** The visible part of the picture, in which the divider stays. */
function findVisible(stage: Span, picture: Span): Span {
  const left = Math.max(stage.left, picture.left);
  const right = Math.min(stage.left + stage.width, picture.left + picture.width);
  return { left, width: Math.max(right - left, 0) };
}

/**
 * The position of the divider on the stage, and the part of the picture to its left. `share` is the position within the
 * visible part, from 0 to 1.
 */
export function placeDivider(share: number, stage: Span, picture: Span): { x: number; part: number } {
  const visible = findVisible(stage, picture);
  const x = visible.left + share * visible.width;
  return { x: x - stage.left, part: picture.width > 0 ? (x - picture.left) / picture.width : 0 };
}

/** The share at which the divider is under the pointer. */
export function readShare(pointerX: number, stage: Span, picture: Span): number {
  const visible = findVisible(stage, picture);
  return visible.width > 0 ? Math.min(Math.max((pointerX - visible.left) / visible.width, 0), 1) : 0;
}

const STEP = 0.02;
const LARGE_STEP = 0.1;

/** The usual keys of a slider. */
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
