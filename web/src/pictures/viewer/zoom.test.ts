import { expect, test } from 'vitest';
import { clampZoom, findPart, readWheel, stepZoom } from './zoom.ts';

test.each([
  [1, 1, 1.5],
  [1.7, 1, 2],
  [8, 1, 8],
  [1.7, -1, 1.5],
  [1.5, -1, 1],
  [1, -1, 1],
  // A wheel stopped a little before a step.
  [1.499, 1, 2],
] as const)('from %s, a step of %s leads to %s', (zoom, direction, next) => {
  expect(stepZoom(zoom, direction)).toBe(next);
});

test('stays between fitting the window and 8 times', () => {
  expect([0.2, 3, 40].map(clampZoom)).toEqual([1, 3, 8]);
});

test('a turn of the wheel and one back cancel each other; lines count as 16 pixels', () => {
  const turn = (deltaY: number, deltaMode = 0, ctrlKey = false) => readWheel({ deltaY, deltaMode, ctrlKey });
  expect(turn(-120)).toBeGreaterThan(1);
  expect(turn(-120) * turn(120)).toBeCloseTo(1);
  expect(turn(3, 1)).toBeCloseTo(turn(48));
  expect(turn(-5, 0, true)).toBeGreaterThan(turn(-5));
});

test('finds the part of the picture at the pointer, at most its edge', () => {
  const box = { left: 100, top: 50, width: 400, height: 200 };
  expect(findPart({ x: 200, y: 150 }, box)).toEqual({ x: 0.25, y: 0.5 });
  expect(findPart({ x: 20, y: 900 }, box)).toEqual({ x: 0, y: 1 });
});
