import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { clampZoom, findPart, MIN_ZOOM, readWheel, type Point } from './zoom.ts';

type ElementRef = RefObject<HTMLElement | null>;

export type ZoomTo = (zoom: number, at?: Point) => void;

/** The zoom of the picture in `frame`, which scrolls in `stage`. What is at the given point, or at the center, stays there. */
export function useZoom(stage: ElementRef, frame: ElementRef) {
  const [zoom, setZoom] = useState(MIN_ZOOM);
  /** The latest one, because several turns of a wheel can come before the next render. */
  const latest = useRef(zoom);
  const anchor = useRef<{ zoom: number; at: Point; part: Point }>(undefined);
  const zoomTo: ZoomTo = (wanted, at) => {
    const next = clampZoom(wanted);
    if (stage.current && frame.current) {
      const { left, top, width, height } = stage.current.getBoundingClientRect();
      const point = at ?? { x: left + width / 2, y: top + height / 2 };
      anchor.current = {
        zoom: next,
        at: point,
        part: findPart(point, frame.current.getBoundingClientRect()),
      };
    }
    latest.current = next;
    setZoom(next);
  };
  useLayoutEffect(() => {
    if (anchor.current?.zoom !== zoom || !stage.current || !frame.current) return;
    const { at, part } = anchor.current;
    const { left, top, width, height } = frame.current.getBoundingClientRect();
    stage.current.scrollBy({
      left: left + part.x * width - at.x,
      top: top + part.y * height - at.y,
      behavior: 'instant',
    });
  }, [zoom, stage, frame]);
  const reset = () => {
    anchor.current = undefined;
    latest.current = MIN_ZOOM;
    setZoom(MIN_ZOOM);
  };
  return { zoom, zoomTo, zoomBy: (factor: number, at: Point) => zoomTo(latest.current * factor, at), reset };
}

/** Zooms by wheel and by two fingers. React's own listeners could not prevent the browser's zoom. */
export function useZoomGestures(stage: ElementRef, onZoomBy: (factor: number, at: Point) => void): void {
  const zoomBy = useEffectEvent(onZoomBy);
  useEffect(() => {
    const { current: element } = stage;
    if (!element) return undefined;
    let distance: number | undefined;
    const onWheel = (event: WheelEvent) => {
      // Sideways, a wheel or touchpad moves the picture.
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) return;
      event.preventDefault();
      zoomBy(readWheel(event), { x: event.clientX, y: event.clientY });
    };
    const onTouch = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (event.touches.length !== 2 || !one || !other) {
        distance = undefined;
        return;
      }
      event.preventDefault();
      const next = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
      if (distance !== undefined && distance > 0) zoomBy(next / distance, middle);
      distance = next;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchstart', onTouch, { passive: false });
    element.addEventListener('touchmove', onTouch, { passive: false });
    element.addEventListener('touchend', onTouch);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchstart', onTouch);
      element.removeEventListener('touchmove', onTouch);
      element.removeEventListener('touchend', onTouch);
    };
  }, [stage]);
}
