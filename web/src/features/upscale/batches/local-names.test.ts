import { expect, test } from 'vitest';
import { applyNames, saveName } from './local-names.ts';
import { createBatch } from '../testing/create-batch.ts';
import { makeStorage } from '../testing/make-storage.ts';

const LINK = 'https://media.example/archive.zip';

test('applies a local name and uses the server’s ZIP for it [T7.2.5, T2.2.5]', () => {
  const storage = makeStorage();
  const other = createBatch({ id: 'other', folderLink: LINK });
  saveName(storage, 'one', 'Cats');
  saveName(storage, 'one', 'Foxes');
  const [renamed, untouched] = applyNames(storage, [createBatch({ id: 'one', folderLink: LINK }), other]);
  expect(renamed).toMatchObject({ id: 'one', name: 'Foxes', folderLink: null });
  expect(untouched).toBe(other);
});

test('drops the oldest name beyond the length of a history', () => {
  const storage = makeStorage();
  for (let index = 0; index <= 200; index++) saveName(storage, `batch-${index}`, `Name ${index}`);
  const names = applyNames(
    storage,
    ['batch-0', 'batch-1', 'batch-200'].map((id) => createBatch({ id, name: 'Original' })),
  ).map(({ name }) => name);
  expect(names).toEqual(['Original', 'Name 1', 'Name 200']);
});

test.each([['{"one":'], ['{"one":"Foxes"}'], ['[["one",7]]']])(
  'ignores and replaces an invalid stored value: %s',
  (stored) => {
    const storage = makeStorage({ 'portal:upscale-names': stored });
    const batch = createBatch({ id: 'one' });
    expect(applyNames(storage, [batch])).toEqual([batch]);
    saveName(storage, 'one', 'Foxes');
    expect(applyNames(storage, [batch])[0]?.name).toBe('Foxes');
  },
);
