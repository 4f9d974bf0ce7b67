import { expect, it } from 'vitest';
import { layOut } from './grid-layout.ts';

const makeLanes = (...ratios: string[]) =>
  ratios.map((aspectRatio) => ({ provider: 'openai' as const, aspectRatio }));

it('gives pictures wide columns, and tall pictures narrower ones', () => {
  const readWidth = (...ratios: string[]) => layOut(1200, makeLanes(...ratios)).laneWidth;
  expect(readWidth('3:2', '3:2')).toBe(441);
  expect(readWidth('1:1', '1:1')).toBe(400);
  expect(readWidth('9:16', '9:16')).toBe(225);
});

it('makes rows as high as the highest picture and its caption', () => {
  const { laneWidth, rowHeight } = layOut(1200, makeLanes('16:9', '1:1'));
  expect(rowHeight - laneWidth).toBe(52);
});

it('scrolls sideways rather than make columns too narrow for their headers', () => {
  const { laneWidth, width, isPromptBeside } = layOut(360, makeLanes('1:1', '1:1', '1:1', '1:1'));
  expect([laneWidth, isPromptBeside]).toEqual([132, false]);
  expect(width).toBeGreaterThan(360);
});
