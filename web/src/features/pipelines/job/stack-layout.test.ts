import { expect, it } from 'vitest';
import { layOutStacks, listStackTargets } from './stack-layout.ts';

it('fits as many pictures as it can into a row, two on a phone', () => {
  expect([0, 328, 1200].map((width) => layOutStacks(width, [1]).columns)).toEqual([1, 2, 7]);
  for (const width of [328, 800, 1200]) {
    const { columns, cellWidth } = layOutStacks(width, [1]);
    expect(columns * (cellWidth + 8) - 8 + 18).toBeLessThanOrEqual(width);
  }
});

it('makes rows as high as the highest picture, up to a limit', () => {
  expect(layOutStacks(328, [1.5, 0.8]).pictureHeight).toBe(189);
  expect(layOutStacks(328, [0.5]).pictureHeight).toBe(240);
});

it.each([
  ['ArrowLeft', 0, 3],
  ['ArrowRight', 2, 4],
  ['ArrowUp', 1, 1],
  ['ArrowDown', 4, 4],
  ['Home', 0, 0],
  ['End', 4, 4],
])('moves the focus with %s', (key, fromSecond, fromLast) => {
  expect([1, 4].map((place) => listStackTargets(5, 3, place)[key]?.())).toEqual([fromSecond, fromLast]);
});
