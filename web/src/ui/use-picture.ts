import { useCallback, useEffect, useState, type RefCallback } from 'react';
import { pictures, type PictureState } from '../client/api/picture-cache.ts';
import { drawPlaceholder, readPlaceholder, type Placeholder } from './placeholders.ts';
import { waitForSlowScroll } from './scroll-speed.ts';
import { watchNearness } from './use-near-viewport.ts';
import { useStore } from '../client/observable.ts';

/** A picture of the API, loaded while the component is mounted. */
export function usePicture(path: string, cache = pictures): PictureState {
  useEffect(() => cache.want(path), [path, cache]);
  return usePictureState(path, cache);
}

interface NearPicture extends PictureState {
  /** Drawn while the picture is loading. */
  placeholder: Placeholder | undefined;
}

/**
 * A small picture of the API, loaded while the element is in the viewport or close to it, unless it scrolls past fast. `hash`: of
 * its placeholder.
 */
export function usePictureNearViewport(path: string, hash?: string): [NearPicture, RefCallback<Element>] {
  const [, setDrawn] = useState(0);
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return undefined;
      let leave = () => {};
      const stop = watchNearness(element, (isNear, measureDistance) => {
        leave();
        leave = isNear ? wantUnlessFast(path, measureDistance) : () => {};
        if (!isNear || hash === undefined || pictures.read(path).url !== undefined) return;
        const leavePicture = leave;
        const cancelDrawing = drawPlaceholder(hash, () => setDrawn((count) => count + 1));
        leave = () => {
          leavePicture();
          cancelDrawing();
        };
      });
      return () => {
        stop();
        leave();
      };
    },
    [path, hash],
  );
  return [{ ...usePictureState(path), placeholder: readPlaceholder(hash) }, ref];
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

function usePictureState(path: string, cache = pictures): PictureState {
  const subscribe = useCallback((listener: () => void) => cache.subscribe(path, listener), [path, cache]);
  return useStore(subscribe, () => cache.read(path));
}
