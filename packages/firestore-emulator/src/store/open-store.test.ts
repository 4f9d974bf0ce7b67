import { describe, expect, test } from 'vitest';
import type { Commit } from '../model.ts';
import { historyLimits } from './history.ts';
import { openStore } from './open-store.ts';
import {
  commit,
  database,
  deleting,
  exists,
  fieldsAt,
  fieldsOf,
  nameOf,
  pathsIn,
  setting,
} from './testing/test-data.ts';

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

describe('a snapshot', () => {
  test('shows the state at its time despite later commits', () => {
    const store = openStore();
    commit(store, setting('c/a', { n: 1n }), setting('c/b', {}));
    const snapshot = store.snapshot();
    commit(store, setting('c/a', { n: 2n }), setting('c/c', {}), setting('c/a/d/x', {}));
    commit(store, setting('c/a', { n: 3n }), deleting('c/b'), deleting('c/c'));
    expect(fieldsAt(snapshot, 'c/a')).toEqual(fieldsOf({ n: 1n }));
    expect(fieldsAt(snapshot, 'c/c')).toBeUndefined();
    expect(pathsIn(snapshot, 'c')).toEqual(['c/a', 'c/b']);
    expect(snapshot.collectionsBelow(`${database}/documents`)).toEqual([nameOf('c')]);
    expect(pathsIn(store.snapshot(), 'c')).toEqual(['c/a']);
  });

  test('can show a past commit', () => {
    const store = openStore();
    const first = commit(store, setting('c/a', { n: 1n }));
    const second = commit(store, deleting('c/a'));
    expect(store.snapshot(first.time).documents(nameOf('c'))).toHaveLength(1);
    expect(store.snapshot(first.time - 1).collectionsBelow(`${database}/documents`)).toEqual([]);
    expect(store.snapshot(second.time).documents(nameOf('c'))).toEqual([]);
  });

  test('cannot be in the future', () => {
    const store = openStore();
    expect(() => store.snapshot(store.snapshot().readTime + 60_000_000)).toThrow('future');
  });

  test('cannot be older than an hour', () => {
    let now = 10_000_000_000;
    const store = openStore({ now: () => now });
    const { time } = commit(store, setting('c/a', {}));
    now += 3_600_000_000;
    expect(store.snapshot(time).get(nameOf('c/a'))).toBeDefined();
    now += 10;
    expect(() => store.snapshot(time)).toThrow('too old');
  });
});

describe('history', () => {
  const small = { ...historyLimits, bytes: 10_000 };
  const text = 'x'.repeat(1000);

  test('is dropped when it grows too large', () => {
    const store = openStore({ history: small });
    const { time } = commit(store, setting('c/a', { n: 0n, text }));
    const unretained = store.snapshot();
    for (let n = 1n; n < 20n; n++) commit(store, setting('c/a', { n, text }));
    expect(() => store.snapshot(time)).toThrow('too old');
    expect(() => unretained.get(nameOf('c/a'))).toThrow('too old');
    expect(store.changedSince(time)).toBeUndefined();
  });

  test('is kept while a read time is retained', () => {
    const store = openStore({ history: small });
    commit(store, setting('c/a', { n: 0n, text }));
    const snapshot = store.snapshot();
    const release = store.retain(snapshot.readTime);
    for (let n = 1n; n < 20n; n++) commit(store, setting('c/a', { n, text }));
    expect(store.snapshot(snapshot.readTime).get(nameOf('c/a'))?.fields.get('n')).toBe(0n);
    release();
    commit(store, setting('c/a', { n: 20n, text }));
    expect(() => store.snapshot(snapshot.readTime)).toThrow('too old');
  });

  test('lists the documents that changed since a time', () => {
    const store = openStore();
    const { time } = commit(store, setting('c/a', {}), setting('c/b', {}));
    commit(store, setting('c/b', { n: 1n }));
    commit(store, setting('c/b', { n: 2n }), setting('c/c', {}));
    expect(store.changedSince(time)).toEqual(['c/b', 'c/c'].map(nameOf));
  });
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
