import { expect, it } from 'vitest';
import { createLibraryBatch, createLibraryPicture } from '../../testing/create-library-batch.ts';
import { listRows, showBatch } from './model/list-rows.ts';
import { listTargets } from './picture-keys.ts';

const batch = createLibraryBatch({
  id: 'one',
  pictures: Array.from({ length: 6 }, (_, index) => createLibraryPicture({ index, width: 30, height: 30 })),
});
const shown = showBatch(batch, () => true);
const rows = listRows([shown], { width: 316, height: 100, now: Date.now() });
const order = shown.pictures.map(({ key }) => key);

it.each([
  ['ArrowLeft', 'one/0', 'one/4'],
  ['ArrowRight', 'one/2', 'one/5'],
  ['ArrowDown', 'one/4', 'one/5'],
  ['ArrowUp', 'one/1', 'one/2'],
  ['Home', 'one/0', 'one/0'],
  ['End', 'one/5', 'one/5'],
])('moves the focus with %s', (key, fromSecond, fromLast) => {
  const targets = ['one/1', 'one/5'].map((current) => listTargets(rows, order, current)[key]?.());
  expect(targets).toEqual([fromSecond, fromLast]);
});
