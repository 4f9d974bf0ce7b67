import { expect, it } from 'vitest';
import { createLibraryBatch, createLibraryPicture } from '../../../testing/create-library-batch.ts';
import { describeDay, findPictures, findVertical, listRows, showBatch } from './list-rows.ts';

const now = new Date(2026, 10, 23, 12).getTime();
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
const pictures = (count: number, width = 30) =>
  Array.from({ length: count }, (_, index) => createLibraryPicture({ index, width, height: 30 }));
const all = () => true;

it('names days as people do', () => {
  expect(describeDay(hoursAgo(1), now)).toBe('Today');
  expect(describeDay(hoursAgo(13), now)).toBe('Yesterday');
  expect(describeDay(hoursAgo(60), now)).toBe('Saturday, Nov 21');
});

it('puts each batch under a header, and names a day once', () => {
  const batches = [1, 2, 30].map((hours, index) =>
    createLibraryBatch({ id: `batch-${index}`, createdAt: hoursAgo(hours), pictures: pictures(7) }),
  );
  const rows = listRows(
    batches.map((batch) => showBatch(batch, all)),
    { width: 500, height: 100, now },
  );
  expect(rows.map((row) => (row.kind === 'header' ? row.day : row.pictures.length))).toEqual([
    'Today',
    5,
    2,
    undefined,
    5,
    2,
    'Yesterday',
    5,
    2,
  ]);
});

it('shows an original of unknown size as a square, and only pictures that match', () => {
  const { width: _width, height: _height, ...original } = createLibraryPicture({ index: 4 });
  const batch = createLibraryBatch({ pictures: [...pictures(2, 60), original] });
  expect(showBatch(batch, ({ index }) => index > 0).pictures).toMatchObject([
    { key: 'batch-1/1', ratio: 2 },
    { key: 'batch-1/4', ratio: 1 },
  ]);
});

it('finds pictures by key in a given order, without those that are gone', () => {
  const batches = ['one', 'two'].map((id) => createLibraryBatch({ id, pictures: pictures(2) }));
  const keys = ['two/1', 'gone/0', 'one/0', 'one/7'];
  expect(findPictures(batches, keys).map(({ key }) => key)).toEqual(['two/1', 'one/0']);
});

it('finds the closest picture of the next row', () => {
  const wide = createLibraryBatch({ id: 'wide', pictures: pictures(2, 75) });
  const narrow = createLibraryBatch({ id: 'narrow', pictures: pictures(5) });
  const rows = listRows(
    [wide, narrow].map((batch) => showBatch(batch, all)),
    { width: 500, height: 100, now },
  );
  expect(findVertical(rows, 'wide/1', 1)).toBe('narrow/3');
  expect(findVertical(rows, 'narrow/0', -1)).toBe('wide/0');
  expect(findVertical(rows, 'narrow/0', 1)).toBeUndefined();
  expect(findVertical(rows, 'gone/0', 1)).toBeUndefined();
});
