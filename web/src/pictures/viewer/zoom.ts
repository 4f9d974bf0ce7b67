const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8];
/** 1 fits the window. */
export const MIN_ZOOM = 1;
export const MAX_ZOOM = 8;
/** What a double click zooms to. */
export const CLOSE_ZOOM = 2;
/** Wheels and pinches do not stop exactly on a step. */
const TOLERANCE = 0.01;

export const clampZoom = (zoom: number): number => Math.min(Math.max(zoom, MIN_ZOOM), MAX_ZOOM);

/** The next larger or smaller step of the buttons and keys. */
export const stepZoom = (zoom: number, direction: 1 | -1): number =>
  direction === 1
    ? (ZOOMS.find((step) => step > zoom + TOLERANCE) ?? MAX_ZOOM)
    : (ZOOMS.findLast((step) => step < zoom - TOLERANCE) ?? MIN_ZOOM);

const LINE_PX = 16;

/** The factor of one turn of a wheel. A pinch on a touchpad is a wheel with Ctrl and has smaller steps. */
export const readWheel = ({
  deltaY,
  deltaMode,
  ctrlKey,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number =>
  Math.exp(-deltaY * (deltaMode === 0 ? 1 : LINE_PX) * (ctrlKey ? 0.01 : 0.002));

export interface Point {
  x: number;
  y: number;
}

/** The part of the picture at a point of the window, each from 0 to 1. */
export const findPart = (point: Point, box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>): Point => ({
  x: box.width > 0 ? Math.min(Math.max((point.x - box.left) / box.width, 0), 1) : 0.5,
  y: box.height > 0 ? Math.min(Math.max((point.y - box.top) / box.height, 0), 1) : 0.5,
});
