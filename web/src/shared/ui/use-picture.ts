import { useCallback, useEffect, useSyncExternalStore, type RefCallback } from 'react';
import { pictures, type PictureState } from '../api/picture-cache.ts';
import { waitForSlowScroll } from './scroll-speed.ts';
import { watchNearness } from './use-near-viewport.ts';

/** A small picture of the API, loaded while the component is mounted. */
export function usePicture(path: string): PictureState {
  useEffect(() => pictures.want(path), [path]);
  return usePictureState(path);
}

/** A small picture of the API, loaded while the element is in the viewport or close to it, unless it scrolls past fast. */
export function usePictureNearViewport(path: string): [PictureState, RefCallback<Element>] {
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return undefined;
      let leave = () => {};
      const stop = watchNearness(element, (isNear, measureDistance) => {
        leave();
        leave = isNear ? wantUnlessFast(path, measureDistance) : () => {};
      });
      return () => {
        stop();
        leave();
      };
    },
    [path],
  );
  return [usePictureState(path), ref];
}

function wantUnlessFast(path: string, measureDistance?: () => number): () => void {
  let leave = () => {};
  const cancel = waitForSlowScroll(() => {
    leave = pictures.want(path, measureDistance);
  });
  return () => {
    cancel();
    leave();
  };
}

function usePictureState(path: string): PictureState {
  const subscribe = useCallback((listener: () => void) => pictures.subscribe(path, listener), [path]);
  return useSyncExternalStore(subscribe, () => pictures.read(path));
}
