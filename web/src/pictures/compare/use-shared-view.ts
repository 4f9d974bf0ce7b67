import { createRef, useEffectEvent, useLayoutEffect, useRef, useState, type UIEvent } from 'react';
import { useZoom } from '../viewer/use-zoom.ts';
import { CLOSE_ZOOM, MIN_ZOOM, type Point } from '../viewer/zoom.ts';
import { MAX_COMPARED } from './use-compare.ts';

/** The same zoom and place for several pictures. The one under the pointer leads, and the others follow. */
export function useSharedView() {
  const [panes] = useState(() =>
    Array.from({ length: MAX_COMPARED }, () => ({
      stage: createRef<HTMLDivElement>(),
      frame: createRef<HTMLDivElement>(),
    })),
  );
  const leader = useRef(0);
  /** Those of the leader. */
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { zoom, zoomTo, zoomBy, reset } = useZoom(stage, frame);
  const prepare = () => {
    const pane = panes[leader.current];
    stage.current = pane?.stage.current ?? null;
    frame.current = pane?.frame.current ?? null;
  };
  const follow = () => {
    prepare();
    for (const [index, pane] of panes.entries())
      if (index !== leader.current) copyPlace(stage.current, pane.stage.current);
  };
  const followZoom = useEffectEvent((_zoom: typeof zoom) => follow());
  // After the leader has been scrolled to what it zooms at.
  useLayoutEffect(() => followZoom(zoom), [zoom]);
  return {
    panes,
    zoom,
    reset,
    lead: (index: number) => {
      leader.current = index;
    },
    zoomTo: (wanted: number, at?: Point) => {
      prepare();
      zoomTo(wanted, at);
    },
    zoomBy: (factor: number, at: Point) => {
      prepare();
      zoomBy(factor, at);
    },
    toggleZoom: (at: Point) => {
      prepare();
      zoomTo(zoom > MIN_ZOOM ? MIN_ZOOM : CLOSE_ZOOM, at);
    },
    pan: (left: number, top: number) => {
      prepare();
      stage.current?.scrollBy({ left, top });
    },
    /** A scroll event of any pane. Those that follow scroll too, which moves nobody else. */
    onScroll: ({ target }: UIEvent) => {
      if (target === panes[leader.current]?.stage.current) follow();
    },
  };
}

/** By the share of what can be scrolled, because pictures may differ in size. */
function copyPlace(from: HTMLElement | null, to: HTMLElement | null): void {
  if (!from || !to) return;
  to.scrollTo({
    left: readShare(from.scrollLeft, from.scrollWidth - from.clientWidth) * (to.scrollWidth - to.clientWidth),
    top:
      readShare(from.scrollTop, from.scrollHeight - from.clientHeight) * (to.scrollHeight - to.clientHeight),
    behavior: 'instant',
  });
}

const readShare = (scrolled: number, room: number): number => (room > 0 ? scrolled / room : 0);
