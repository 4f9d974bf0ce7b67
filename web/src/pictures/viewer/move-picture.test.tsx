import type { PointerEvent, TouchEvent } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openHook } from '../../testing/open-part.tsx';
import { drag, useSwipe } from './move-picture.ts';

/** What `window` has in a page. */
function stubWindow() {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  onTestFinished(() => void vi.unstubAllGlobals());
  return (type: string, movement = {}) => page.dispatchEvent(Object.assign(new Event(type), movement));
}

function press(overrides: { pointerType?: string; button?: number } = {}) {
  const scrolled: [number, number][] = [];
  const currentTarget = { scrollBy: (x: number, y: number) => scrolled.push([x, y]) };
  const event = { pointerType: 'mouse', button: 0, currentTarget, ...overrides };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
  drag(event as unknown as PointerEvent<HTMLElement>);
  return scrolled;
}

test.each(['pointerup', 'pointercancel'])('a mouse drags the picture until %s', (end) => {
  const dispatch = stubWindow();
  const scrolled = press();
  dispatch('pointermove', { movementX: 5, movementY: -3 });
  dispatch('pointermove', { movementX: -1, movementY: 2 });
  dispatch(end);
  dispatch('pointermove', { movementX: 9, movementY: 9 });
  expect(scrolled).toEqual([
    [-5, 3],
    [1, -2],
  ]);
});

test.each([{ pointerType: 'touch' }, { button: 2 }])('%o drags nothing', (overrides) => {
  const dispatch = stubWindow();
  const scrolled = press(overrides);
  dispatch('pointermove', { movementX: 5, movementY: 5 });
  expect(scrolled).toEqual([]);
});

function swipe(starts: number[], end?: number): number[] {
  const steps: number[] = [];
  const { onTouchStart, onTouchEnd } = openHook(() => useSwipe((step) => steps.push(step))).current;
  const touches = (...points: number[]) => points.map((clientX) => ({ clientX }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
  onTouchStart({ touches: touches(...starts) } as unknown as TouchEvent);
  const changedTouches = end === undefined ? [] : touches(end);
  for (const _ of [1, 2])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
    onTouchEnd({ changedTouches } as unknown as TouchEvent);
  return steps;
}

test.each([
  ['to the left: the next picture', [200], 139, [1]],
  ['to the right: the picture before', [200], 261, [-1]],
  ['too short', [200], 140, []],
  ['too short', [200], 260, []],
  ['with two fingers', [200, 300], 100, []],
  ['without an end', [200], undefined, []],
])('a swipe %s', (_name, starts, end, steps) => {
  expect(swipe(starts, end)).toEqual(steps);
});
