import { expect, test } from 'vitest';
import { listTiles } from './list-tiles.ts';
import { createStorageStats } from './testing/create-storage.ts';

test('lists stored files by kind [P2.36]', () => {
  const stats = createStorageStats({ images: 18_432, totalResources: 18_435, storageBytes: 5 * 1024 ** 3 });
  expect(listTiles(stats)).toEqual([
    { label: 'Images', value: '18,432' },
    { label: 'Videos', value: '1' },
    { label: 'Raw files', value: '2' },
    { label: 'Total', value: '18,435' },
    { label: 'Stored', value: '5 GB' },
  ]);
});

test('lists bandwidth and credits only if reported [D-media.18]', () => {
  const credits = { used: 61.374, limit: 225 };
  expect(listTiles(createStorageStats({ bandwidthBytes: 2048, credits })).slice(5)).toEqual([
    { label: 'Bandwidth', value: '2 KB' },
    { label: 'Credits', value: '61.37', note: 'of 225 at the media service' },
  ]);
  expect(listTiles(createStorageStats({ credits: { used: 2, limit: null } })).slice(5)).toEqual([
    { label: 'Credits', value: '2', note: 'at the media service' },
  ]);
});
