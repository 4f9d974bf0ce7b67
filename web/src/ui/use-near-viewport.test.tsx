import { act } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FakeIntersectionObserver } from '../testing/fake-observer.ts';
import { openHook } from '../testing/open-part.tsx';
import { useHasBeenNearViewport, watchNearness } from './use-near-viewport.ts';

beforeEach(() => {
  vi.stubGlobal('scrollY', 0);
  onTestFinished(() => void vi.unstubAllGlobals());
});

function createElement(card?: Element): Element {
  const element = document.createElement('div');
  card?.append(element);
  return element;
}

const findObserver = (element: Element) =>
  [...FakeIntersectionObserver.observers].find(({ elements }) => elements.has(element));
const isObserved = (element: Element) => findObserver(element) !== undefined;

/** 100 pixels high in a viewport from 0 to 800, watched 400 pixels beyond its edges. */
const createEntry = (target: Element, top: number, isIntersecting: boolean) => ({
  target,
  isIntersecting,
  boundingClientRect: { top, bottom: top + 100 },
  rootBounds: { top: -400, bottom: 1200 },
});

const report = (target: Element, isIntersecting: boolean) =>
  findObserver(target)?.report([createEntry(target, 0, isIntersecting)]);

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
  const [first] = entries;
  if (first) findObserver(first.target)?.report(entries);
  expect(seen).toEqual(['past left', 'middle is near', 'top is near', 'below is near', 'above is near']);
});

test('measures the distance from the middle of the viewport while the page scrolls', () => {
  const [one, two] = [createElement(), createElement()];
  let measure: (() => number) | undefined;
  watchNearness(one, (_, measureDistance) => {
    measure = measureDistance;
  });
  watchNearness(two, () => undefined);
  findObserver(one)?.report([createEntry(one, 1050, true)]);
  expect(measure?.()).toBe(700);
  vi.stubGlobal('scrollY', 900);
  expect(measure?.()).toBe(700);
  report(two, true);
  expect(measure?.()).toBe(200);
});

test('observes the elements of a card only while the card is near', () => {
  const card = document.createElement('article');
  const [one, two] = [createElement(card), createElement(card)];
  const listObserved = () => [card, one, two].filter(isObserved);
  const seen: string[] = [];
  const watch = (name: string, element: Element) =>
    watchNearness(element, (isNear) => seen.push(`${name} ${isNear ? 'is near' : 'left'}`));
  const stopOne = watch('one', one);
  expect(listObserved()).toEqual([card]);
  report(card, true);
  const stopTwo = watch('two', two);
  expect(listObserved()).toEqual([card, one, two]);
  report(two, true);
  report(card, false);
  expect(listObserved()).toEqual([card]);
  expect(seen).toEqual(['two is near', 'one left', 'two left']);
  report(card, true);
  report(one, true);
  expect(seen.at(-1)).toBe('one is near');
  stopOne();
  expect(listObserved()).toEqual([card, two]);
  stopTwo();
  expect(listObserved()).toEqual([]);
});

test('stops observing an element once it has been near', () => {
  const result = openHook(() => useHasBeenNearViewport());
  const [hasBeenNear, ref] = result.current;
  expect(hasBeenNear).toBe(false);
  const element = createElement();
  ref(element);
  report(element, false);
  expect(isObserved(element)).toBe(true);
  act(() => report(element, true));
  expect(isObserved(element)).toBe(false);
  expect(result.current[0]).toBe(true);
  expect(ref(null)).toBeUndefined();
});
