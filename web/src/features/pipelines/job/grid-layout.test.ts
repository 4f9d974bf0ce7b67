import { expect, it } from 'vitest';
import { layOut } from './grid-layout.ts';

const makeLanes = (...ratios: string[]) =>
  ratios.map((aspectRatio) => ({ provider: 'openai' as const, aspectRatio }));

const readPictures = (width: number, ...ratios: string[]) =>
  layOut(width, makeLanes(...ratios)).pictures.map((picture) => `${picture.width} x ${picture.height}`);

it('gives pictures the width of their column, but leaves room for other rows', () => {
  expect(readPictures(1200, '3:2', '3:2')).toEqual(['442 x 295', '442 x 295']);
  expect(readPictures(1200, '16:9', '1:1')).toEqual(['442 x 249', '320 x 320']);
  expect(readPictures(2400, '3:2', '9:16')).toEqual(['600 x 400', '225 x 400']);
});

it.each([1200, 2400])('fills a width of %i px, with a wider prompt beside small pictures', (width) => {
  const readColumns = (...ratios: string[]) =>
    Number.parseInt(layOut(width, makeLanes(...ratios)).columns, 10);
  expect(readColumns('9:16', '9:16')).toBeGreaterThan(readColumns('3:2', '3:2', '3:2', '3:2'));
  for (const ratio of ['3:2', '9:16']) expect(layOut(width, makeLanes(ratio, ratio)).width).toBe(width);
});

it('makes rows as high as the highest picture and its caption', () => {
  expect(layOut(1200, makeLanes('16:9', '1:1')).rowHeight).toBe(320 + 52);
});

it('scrolls sideways rather than make columns too narrow for their headers', () => {
  const { columns, width, isPromptBeside } = layOut(360, makeLanes('1:1', '1:1', '1:1', '1:1'));
  expect([columns, isPromptBeside]).toEqual(['repeat(4, 132px)', false]);
  expect(width).toBeGreaterThan(360);
});
