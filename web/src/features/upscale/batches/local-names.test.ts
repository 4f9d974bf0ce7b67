import { expect, test } from 'vitest';
import { applyNames, keepName } from './local-names.ts';
import { createBatch } from '../testing/create-batch.ts';
import { makeStorage } from '../testing/make-storage.ts';

const LINK = 'https://media.example/archive.zip';

test('[T7.2.5, T2.2.5] a name is kept in the browser and stands in the list; the ZIP then comes from the server, under that name', () => {
  const storage = makeStorage();
  const other = createBatch({ id: 'other', folderLink: LINK });
  keepName(storage, 'one', 'Cats');
  keepName(storage, 'one', 'Foxes');
  const [renamed, untouched] = applyNames(storage, [createBatch({ id: 'one', folderLink: LINK }), other]);
  expect(renamed).toMatchObject({ id: 'one', name: 'Foxes', folderLink: null });
  expect(untouched).toBe(other);
});

test('no more names are kept than a history can show: the oldest goes', () => {
  const storage = makeStorage();
  for (let index = 0; index <= 200; index++) keepName(storage, `batch-${index}`, `Name ${index}`);
  const names = applyNames(
    storage,
    ['batch-0', 'batch-1', 'batch-200'].map((id) => createBatch({ id, name: 'As it was' })),
  ).map(({ name }) => name);
  expect(names).toEqual(['As it was', 'Name 1', 'Name 200']);
});

test.each([['{"one":'], ['{"one":"Foxes"}'], ['[["one",7]]']])(
  'what is no list of names, as %s, names nothing and is replaced by the next name',
  (kept) => {
    const storage = makeStorage({ 'portal:upscale-names': kept });
    const batch = createBatch({ id: 'one' });
    expect(applyNames(storage, [batch])).toEqual([batch]);
    keepName(storage, 'one', 'Foxes');
    expect(applyNames(storage, [batch])[0]?.name).toBe('Foxes');
  },
);
