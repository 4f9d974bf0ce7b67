import { expect, test } from 'vitest';
import type { Commit } from '../model.ts';
import { openStore } from './open-store.ts';
import { commit, database, deleting, exists, nameOf, pathsIn, setting } from './testing/test-data.ts';

test('returns the documents of a collection in name order', () => {
  const store = openStore();
  for (const id of ['b', 'a-', 'c', 'a', '__id10__', '__id9__']) commit(store, setting(`c/${id}`, {}));
  commit(store, setting('c/b/d/x', {}), setting('c-/a', {}), deleting('c/c'));
  expect(pathsIn(store.snapshot(), 'c')).toEqual(['c/__id9__', 'c/__id10__', 'c/a', 'c/a-', 'c/b']);
  commit(store, setting('c/aa', {}), deleting('c/a'));
  expect(pathsIn(store.snapshot(), 'c')).toEqual(['c/__id9__', 'c/__id10__', 'c/a-', 'c/aa', 'c/b']);
});

test('returns non-empty collections at any depth, in name order', () => {
  const store = openStore();
  commit(
    store,
    setting('c/a/e/x', {}),
    setting('c/a/d/x/f/y', {}),
    setting('c-/a', {}),
    setting('c/a/g/x', {}),
  );
  commit(store, deleting('c/a/g/x'));
  const below = (parent: string) => store.snapshot().collectionsBelow(parent);
  expect(below(`${database}/documents`)).toEqual(['c/a/d/x/f', 'c/a/e', 'c-'].map(nameOf));
  expect(below(nameOf('c/a'))).toEqual(['c/a/d/x/f', 'c/a/e'].map(nameOf));
});

test('commit times increase even if the clock stops or goes back', () => {
  let now = 5_000_000_000;
  const store = openStore({ now: () => now });
  const times = [commit(store, setting('c/a', {})).time, commit(store, setting('c/b', {})).time];
  now -= 1_000_000;
  times.push(store.snapshot().readTime, commit(store, setting('c/c', {})).time);
  expect(times).toEqual([5_000_000_001, 5_000_000_002, 5_000_000_002, 5_000_000_003]);
});

test('an error in a commit changes nothing', () => {
  const store = openStore();
  commit(store, setting('c/a', { n: 1n }));
  const seen: Commit[] = [];
  store.subscribe((commit) => seen.push(commit));
  expect(() =>
    commit(store, setting('c/b', {}), deleting('c/a', { currentDocument: exists(false) })),
  ).toThrow('Document already exists');
  expect(pathsIn(store.snapshot(), 'c')).toEqual(['c/a']);
  expect(seen).toEqual([]);
});

test('calls listeners for each commit until they unsubscribe', () => {
  const store = openStore();
  const seen: string[][] = [];
  const stop = store.subscribe(({ changes }) => seen.push(changes.map(({ name }) => name)));
  commit(store, setting('c/a', {}), setting('c/b', {}));
  commit(store, deleting('c/a'));
  commit(store, deleting('c/a'));
  stop();
  commit(store, deleting('c/b'));
  expect(seen).toEqual([['c/a', 'c/b'].map(nameOf), [nameOf('c/a')]]);
});

test('clears only one database', () => {
  const store = openStore();
  const other = nameOf('c/a').replace('(default)', 'other');
  commit(store, setting('c/a', {}), { ...setting('c/a', {}), update: { name: other, fields: new Map() } });
  store.clear(database);
  expect(store.snapshot().get(nameOf('c/a'))).toBeUndefined();
  expect(store.snapshot().get(other)).toBeDefined();
});
