import { expect, it } from 'vitest';
import { layOutSheet, listSheetTargets } from './sheet-layout.ts';

it('fills the width with pictures that are at most as high as the size says', () => {
  for (const width of [328, 1200, 2480])
    for (const height of [96, 200, 400])
      for (const ratio of [1.5, 1, 0.5625]) {
        const { columns, cellWidth, pictureHeight } = layOutSheet(width, [ratio], height);
        const used = columns * (cellWidth + 8) - 8 + 18;
        expect(used).toBeLessThanOrEqual(width);
        expect(used).toBeGreaterThan(width - columns);
        expect(pictureHeight).toBeLessThanOrEqual(height);
      }
});

it('shows more pictures in a row of a wider page, and of smaller ones', () => {
  const countColumns = (width: number, height: number) => layOutSheet(width, [1.5], height).columns;
  expect([0, 328, 1200, 2480].map((width) => countColumns(width, 200))).toEqual([1, 2, 4, 9]);
  expect([96, 200, 400].map((height) => countColumns(1200, height))).toEqual([8, 4, 2]);
});

it('leaves room for captions below tall pictures', () => {
  expect(layOutSheet(328, [0.4], 96)).toMatchObject({ columns: 3, cellWidth: 98, pictureHeight: 96 });
});

it('makes cells for wide and tall pictures together', () => {
  const { cellWidth, pictureHeight } = layOutSheet(1200, [1.5, 0.5], 200);
  expect([cellWidth, pictureHeight]).toEqual([190, 200]);
});

it.each([
  ['ArrowLeft', 0, 3],
  ['ArrowRight', 2, 4],
  ['ArrowUp', 1, 1],
  ['ArrowDown', 4, 4],
  ['PageUp', 1, 1],
  ['PageDown', 4, 4],
  ['Home', 0, 0],
  ['End', 4, 4],
])('moves the focus with %s', (key, fromSecond, fromLast) => {
  expect([1, 4].map((place) => listSheetTargets(5, 3, place)[key]?.())).toEqual([fromSecond, fromLast]);
});

it('moves the focus by three rows with Page Up and Page Down', () => {
  const read = (place: number) =>
    ['PageUp', 'PageDown'].map((key) => listSheetTargets(99, 4, place)[key]?.());
  expect(read(30)).toEqual([18, 42]);
});
