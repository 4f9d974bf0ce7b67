import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { renderHook } from '../testing/render-part.tsx';
import { useHasBeenNearViewport, watchNearness } from './use-near-viewport.ts';

/** Elements that are observed now, by name, and how to report a change of one. */
const observed = new Map<Element, (entries: object[]) => void>();

beforeEach(() => {
  observed.clear();
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #report: (entries: object[]) => void;
      readonly observe = (element: Element) => observed.set(element, this.#report);
      readonly unobserve = (element: Element) => observed.delete(element);
      constructor(report: (entries: object[]) => void) {
        this.#report = report;
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
});

function createElement(card?: Element): Element {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its identity and its card are used
  return { parentElement: card && { closest: () => card } } as unknown as Element;
}

/** 100 pixels high in a viewport from 0 to 800, watched 400 pixels beyond its edges. */
const createEntry = (target: Element, top: number, isIntersecting: boolean) => ({
  target,
  isIntersecting,
  boundingClientRect: { top, bottom: top + 100 },
  rootBounds: { top: -400, bottom: 1200 },
});

const report = (target: Element, isIntersecting: boolean) =>
  observed.get(target)?.([createEntry(target, 0, isIntersecting)]);

test('reports elements that left first, then others by distance from the middle', () => {
  const seen: string[] = [];
  const watch = (name: string, top: number, isIntersecting: boolean) => {
    const element = createElement();
    watchNearness(element, (isNear) => seen.push(`${name} ${isNear ? 'is near' : 'left'}`));
    return createEntry(element, top, isIntersecting);
  };
  const entries = [
    watch('above', -300, true),
    watch('top', 100, true),
    watch('below', 950, true),
    watch('middle', 350, true),
    watch('past', -600, false),
  ];
  const [first] = observed.values();
  first?.(entries);
  expect(seen).toEqual(['past left', 'middle is near', 'top is near', 'below is near', 'above is near']);
});

test('measures the distance from the middle of the viewport while the page scrolls', () => {
  const [one, two] = [createElement(), createElement()];
  let measure: (() => number) | undefined;
  watchNearness(one, (_, measureDistance) => {
    measure = measureDistance;
  });
  watchNearness(two, () => undefined);
  observed.get(one)?.([createEntry(one, 1050, true)]);
  expect(measure?.()).toBe(700);
  vi.stubGlobal('scrollY', 900);
  expect(measure?.()).toBe(700);
  report(two, true);
  expect(measure?.()).toBe(200);
});

test('observes the elements of a card only while the card is near', () => {
  const card = createElement();
  const [one, two] = [createElement(card), createElement(card)];
  const seen: string[] = [];
  const watch = (name: string, element: Element) =>
    watchNearness(element, (isNear) => seen.push(`${name} ${isNear ? 'is near' : 'left'}`));
  const stopOne = watch('one', one);
  expect([...observed.keys()]).toEqual([card]);
  report(card, true);
  const stopTwo = watch('two', two);
  expect([...observed.keys()]).toEqual([card, one, two]);
  report(two, true);
  report(card, false);
  expect([...observed.keys()]).toEqual([card]);
  expect(seen).toEqual(['two is near', 'one left', 'two left']);
  report(card, true);
  report(one, true);
  expect(seen.at(-1)).toBe('one is near');
  stopOne();
  expect([...observed.keys()]).toEqual([card, two]);
  stopTwo();
  expect([...observed.keys()]).toEqual([]);
});

test('stops observing an element once it has been near', () => {
  const [hasBeenNear, ref] = renderHook(() => useHasBeenNearViewport());
  expect(hasBeenNear).toBe(false);
  const element = createElement();
  ref(element);
  report(element, false);
  expect([...observed.keys()]).toEqual([element]);
  report(element, true);
  expect([...observed.keys()]).toEqual([]);
  expect(ref(null)).toBeUndefined();
});
