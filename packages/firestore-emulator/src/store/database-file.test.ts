import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { Reference, Timestamp, type Value } from '../firestore-values.ts';
import type { Store } from '../model.ts';
import { openStore } from './open-store.ts';
import { commit, deleting, fieldsAt, fieldsOf, nameOf, pathsIn, setting } from './testing/test-data.ts';

function createDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

function reopen(store: Store, dataDir: string, now?: () => number): Store {
  store.close();
  const reopened = openStore({ dataDir, ...(now && { now }) });
  onTestFinished(() => reopened.close());
  return reopened;
}

test('keeps documents of all types and their times after a restart', () => {
  const dataDir = createDirectory();
  const store = openStore({ dataDir });
  const entries: Record<string, Value> = {
    nothing: null,
    yes: true,
    integer: -(2n ** 63n),
    double: -0,
    text: 'é\u{10000}\0',
    time: new Timestamp(-1, 999_999_000),
    bytes: Uint8Array.of(0, 255),
    reference: new Reference(nameOf('c/x')),
    list: [1n, fieldsOf({ a: 1 }), null],
    map: fieldsOf({ empty: new Map(), none: [] }),
  };
  commit(store, setting('c/a', entries), setting('c/b', {}), setting('d/a', {}));
  commit(store, setting('c/a', { ...entries, yes: false }), deleting('c/b'));
  const before = store.snapshot().get(nameOf('c/a'));
  const after = reopen(store, dataDir).snapshot();
  expect(fieldsAt(after, 'c/a')).toEqual(fieldsOf({ ...entries, yes: false }));
  expect(after.get(nameOf('c/a'))).toMatchObject({
    createTime: before?.createTime,
    updateTime: before?.updateTime,
  });
  expect(pathsIn(after, 'c')).toEqual(['c/a']);
});

test.each(['a write', 'a deletion'])('commit times keep increasing after %s and a restart', (last) => {
  const dataDir = createDirectory();
  const now = 5_000_000_000;
  const store = openStore({ dataDir, now: () => now });
  commit(store, setting('c/a', {}), setting('c/b', {}));
  const { time } = commit(store, last === 'a write' ? setting('c/b', { n: 1n }) : deleting('c/b'));
  const reopened = reopen(store, dataDir, () => now - 1_000_000);
  expect(commit(reopened, setting('c/c', {})).time).toBeGreaterThan(time);
});

test('refuses a second server on the same file', () => {
  const dataDir = createDirectory();
  const store = openStore({ dataDir });
  onTestFinished(() => store.close());
  expect(() => openStore({ dataDir })).toThrow('in use by another server');
});

test('refuses a file of a newer version', () => {
  const dataDir = createDirectory();
  openStore({ dataDir }).close();
  const database = new DatabaseSync(join(dataDir, 'firestore.sqlite'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(() => openStore({ dataDir })).toThrow('newer version');
});

test('a commit that cannot be saved is not visible', () => {
  const dataDir = createDirectory();
  const store = openStore({ dataDir });
  commit(store, setting('c/a', {}));
  store.close();
  expect(() => commit(store, setting('c/b', {}))).toThrow(/database is not open|finalized/);
  expect(pathsIn(store.snapshot(), 'c')).toEqual(['c/a']);
});
