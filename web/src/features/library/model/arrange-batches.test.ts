import { expect, it } from 'vitest';
import { createChecks } from '../../../pictures/checks/testing/create-checks.ts';
import { createLibraryBatch, createLibraryPicture } from '../../../testing/create-library-batch.ts';
import { arrangeBatches } from './arrange-batches.ts';
import { showBatch } from './list-rows.ts';

const shown = ['one', 'two'].map((id) =>
  showBatch(
    createLibraryBatch({
      id,
      pictures: [40, 90].map((sharpness, index) =>
        createLibraryPicture({ index, checks: createChecks({ sharpness }) }),
      ),
    }),
    () => true,
  ),
);
const view = { isStacked: false, likeness: 0.9, isSharpestFirst: false };

it('leaves pictures as they are', () => {
  expect(arrangeBatches(shown, view)).toBe(shown);
});

it('stacks the pictures of each batch', () => {
  const stacks = arrangeBatches(shown, { ...view, isStacked: true }).map((batch) => batch.stacks);
  expect(stacks.map((own) => own?.map(({ pictures }) => pictures.map(({ key }) => key)))).toEqual([
    [['one/1', 'one/0']],
    [['two/1', 'two/0']],
  ]);
});

it('sorts the pictures of each batch', () => {
  const arranged = arrangeBatches(shown, { ...view, isSharpestFirst: true });
  expect(arranged.map(({ pictures }) => pictures.map(({ key }) => key))).toEqual([
    ['one/1', 'one/0'],
    ['two/1', 'two/0'],
  ]);
  expect(arranged[0]?.stacks).toBeUndefined();
});
