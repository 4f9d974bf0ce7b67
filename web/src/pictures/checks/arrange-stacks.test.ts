import { expect, it } from 'vitest';
import { arrangeStacks, listCellPictures, readSelected } from './arrange-stacks.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => ({ key }));
if (!a || !b || !c || !d) throw new Error('There are no pictures.');
const pictures = [a, b, c, d];
/** The last picture is on top of the second one. */
const stacks = [{ pictures: [d, b] }];
const arrange = (open?: string) => arrangeStacks(pictures, stacks, open);

it('shows the best picture of a closed stack, where its first one was', () => {
  const cells = arrange();
  expect(cells.map(({ key }) => key)).toEqual(['a', 'd', 'c']);
  expect(cells[1]?.part).toEqual({ pictures: [d, b], isOpen: false, isTop: true });
  expect(cells.flatMap(listCellPictures).map(({ key }) => key)).toEqual(['a', 'd', 'b', 'c']);
});

it('shows all pictures of the open stack, by any of its keys', () => {
  for (const key of ['b', 'd']) {
    const cells = arrange(key);
    expect(cells.map((cell) => [cell.key, cell.part?.isTop])).toEqual([
      ['a', undefined],
      ['d', true],
      ['b', false],
      ['c', undefined],
    ]);
    expect(cells.flatMap(listCellPictures)).toHaveLength(4);
  }
  expect(arrange('a')).toHaveLength(3);
});

it('says whether all, some or none of a closed stack is selected', () => {
  const [single, closed] = arrange();
  const [, top] = arrange('d');
  if (!single || !closed || !top) throw new Error('There are no cells.');
  const read = (cell: typeof single, ...keys: string[]) => readSelected(cell, new Set(keys));
  expect([read(closed), read(closed, 'b'), read(closed, 'b', 'd')]).toEqual([false, 'mixed', true]);
  expect([read(top, 'b'), read(top, 'd'), read(single, 'a')]).toEqual([false, true, true]);
});
