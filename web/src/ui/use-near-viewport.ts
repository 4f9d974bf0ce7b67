import { useCallback, useState, type RefCallback } from 'react';
import { measureScroll, readScroll } from './scroll-speed.ts';

/** Far enough ahead that content has loaded when it scrolls into view. */
const AHEAD = '400px';

/** The distance is that of the page's scroll position from the one that has the element in the middle of the viewport. */
type OnChange = (isNear: boolean, measureDistance?: () => number) => void;
interface Card {
  isNear: boolean;
  readonly parts: Map<Element, OnChange>;
  readonly stop: () => void;
}

const watchElement = makeWatcher();
/** Watches cards that others may watch too. */
const watchCard = makeWatcher();
const cards = new Map<Element, Card>();

/**
 * Reports whether an element is in the viewport or close to it. Each observed element takes time in every frame, so those in a
 * card are observed only while the card is near.
 */
export function watchNearness(element: Element, onChange: OnChange): () => void {
  const container = element.parentElement?.closest('article');
  if (!container) return watchElement(element, onChange);
  const card = cards.get(container) ?? openCard(container);
  let stop = card.isNear ? watchElement(element, onChange) : () => {};
  card.parts.set(element, (isNear) => {
    stop();
    stop = isNear ? watchElement(element, onChange) : () => {};
    if (!isNear) onChange(false);
  });
  return () => {
    stop();
    card.parts.delete(element);
    if (card.parts.size > 0) return;
    card.stop();
    cards.delete(container);
  };
}

function openCard(container: Element): Card {
  const stop = watchCard(container, (isNear) => {
    card.isNear = isNear;
    for (const onChange of card.parts.values()) onChange(isNear);
  });
  const card: Card = { isNear: false, parts: new Map(), stop };
  cards.set(container, card);
  return card;
}

/** All its elements share one observer. */
function makeWatcher() {
  const watched = new WeakMap<Element, OnChange>();
  let observer: IntersectionObserver | undefined;
  return (element: Element, onChange: OnChange): (() => void) => {
    observer ??= new IntersectionObserver(
      (entries) => {
        measureScroll();
        for (const entry of sortByDistance(entries))
          watched.get(entry.target)?.(entry.isIntersecting, followDistance(entry));
      },
      // scrollMargin is for nested scroll containers, such as dialogs.
      { rootMargin: AHEAD, scrollMargin: AHEAD },
    );
    watched.set(element, onChange);
    observer.observe(element);
    return () => observer?.unobserve(element);
  };
}

function followDistance({
  boundingClientRect: box,
  rootBounds: root,
}: IntersectionObserverEntry): () => number {
  if (!root) return () => 0;
  const centered = readScroll() + (box.top + box.bottom - root.top - root.bottom) / 2;
  return () => Math.abs(centered - readScroll());
}

/** Elements that left, then the others by their distance from the center of the viewport, so that what is visible loads first. */
function sortByDistance(entries: readonly IntersectionObserverEntry[]): IntersectionObserverEntry[] {
  const measure = ({
    isIntersecting,
    boundingClientRect: box,
    rootBounds: root,
  }: IntersectionObserverEntry) =>
    isIntersecting && root ? Math.abs(box.top + box.bottom - root.top - root.bottom) : -1;
  return entries.toSorted((one, other) => measure(one) - measure(other));
}

/** Whether an element is, or has ever been, in the viewport or close to it. */
export function useHasBeenNearViewport(): [boolean, RefCallback<Element>] {
  const [hasBeenNear, setHasBeenNear] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const stop = watchNearness(element, (isNear) => {
      if (!isNear) return;
      setHasBeenNear(true);
      stop();
    });
    return stop;
  }, []);
  return [hasBeenNear, ref];
}
