import { describe, expect, test } from 'vitest';
import type { Store } from '../model.ts';
import { openStore } from '../store/open-store.ts';
import { commit, exists, nameOf, pathsIn, setting } from '../store/testing/test-data.ts';
import type { WriteMessage } from '../wire/messages.ts';
import { applyWrites } from '../writes/apply-writes.ts';
import { Transactions } from './transactions.ts';

function setUp() {
  const store = openStore();
  commit(store, setting('c/a', { n: 1n }), setting('c/b', { n: 1n }));
  return { store, transactions: new Transactions(store) };
}

const writing =
  (...writes: WriteMessage[]) =>
  (...[latest, time]: Parameters<Parameters<Store['commit']>[0]>) =>
    applyWrites(latest, time, writes).changes;

const read = async (transactions: Transactions, id: Uint8Array, path: string) =>
  (await transactions.readDocuments(id, [nameOf(path)])).documents[0]?.fields.get('n');

const aborted = expect.objectContaining({ code: 'ABORTED' });
const invalid = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

/** Runs pending promises, except those that wait for timers or other transactions. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

describe('a read-write transaction', () => {
  test('commits if nothing that it read has changed', async () => {
    const { store, transactions } = setUp();
    const id = transactions.begin();
    expect(await read(transactions, id, 'c/a')).toBe(1n);
    commit(store, setting('c/b', { n: 2n }));
    transactions.commit(id, writing(setting('c/a', { n: 2n })));
    expect(store.snapshot().get(nameOf('c/a'))?.fields.get('n')).toBe(2n);
  });

  test.each<[string, string, WriteMessage]>([
    ['changed', 'c/a', setting('c/a', { n: 5n })],
    ['was created', 'c/new', setting('c/new', {})],
    ['was deleted', 'c/a', { operation: 'delete', delete: nameOf('c/a'), updateTransforms: [] }],
  ])('is aborted when a document that it read %s', async (_, path, write) => {
    const { store, transactions } = setUp();
    const id = transactions.begin();
    await read(transactions, id, path);
    commit(store, write);
    expect(() => transactions.commit(id, writing(setting('c/x', {})))).toThrow(aborted);
    expect(store.snapshot().get(nameOf('c/x'))).toBeUndefined();
  });

  test('is aborted rather than refused by a precondition if it read an old version', async () => {
    const { store, transactions } = setUp();
    const id = transactions.begin();
    await read(transactions, id, 'c/new');
    commit(store, setting('c/new', {}));
    expect(() =>
      transactions.commit(id, writing(setting('c/new', {}, { currentDocument: exists(false) }))),
    ).toThrow(aborted);
  });

  test('is aborted when the result of its query changes', async () => {
    const { store, transactions } = setUp();
    const run = (write?: WriteMessage) => async () => {
      const id = transactions.begin();
      const { documents } = await transactions.readQuery(id, (snapshot) => snapshot.documents(nameOf('c')));
      expect(documents.map(({ name }) => name)).toEqual(pathsIn(store.snapshot(), 'c').map(nameOf));
      if (write) commit(store, write);
      transactions.commit(id, writing(setting('x/x', {})));
    };
    await run(setting('d/a', {}))();
    await expect(run(setting('c/c', {}))).rejects.toThrow(aborted);
    await expect(run(setting('c/c', { n: 1n }))).rejects.toThrow(aborted);
  });

  test('is aborted at its next read when something that it read has changed', async () => {
    const { store, transactions } = setUp();
    const [id, other] = [transactions.begin(), transactions.begin()];
    await read(transactions, id, 'c/a');
    await transactions.readQuery(other, (snapshot) => snapshot.documents(nameOf('c')));
    commit(store, setting('c/a', { n: 2n }), setting('c/b', { n: 2n }));
    await expect(read(transactions, id, 'c/b')).rejects.toThrow(aborted);
    await expect(read(transactions, other, 'd/a')).rejects.toThrow(aborted);
  });

  test('reads the latest state while nothing that it read has changed', async () => {
    const { store, transactions } = setUp();
    const id = transactions.begin();
    await read(transactions, id, 'c/a');
    commit(store, setting('c/b', { n: 2n }));
    expect(await read(transactions, id, 'c/b')).toBe(2n);
    transactions.commit(id, writing(setting('c/b', { n: 3n })));
    expect(store.snapshot().get(nameOf('c/b'))?.fields.get('n')).toBe(3n);
  });

  test('is never aborted if it writes nothing', async () => {
    const { store, transactions } = setUp();
    const id = transactions.begin();
    await read(transactions, id, 'c/a');
    commit(store, setting('c/a', { n: 2n }));
    transactions.commitNothing(id);
    expect(() => transactions.commitNothing(id)).toThrow(invalid);
  });
});

describe('the end of a transaction', () => {
  test.each<[string, (transactions: Transactions, id: Uint8Array) => void]>([
    ['committed', (transactions, id) => void transactions.commit(id, () => [])],
    ['rolled back', (transactions, id) => transactions.rollback(id)],
    [
      'failed',
      (transactions, id) => {
        expect(() => transactions.commit(id, writing(setting('c', {})))).toThrow(invalid);
      },
    ],
  ])('comes when it is %s', async (_, end) => {
    const { transactions } = setUp();
    const id = transactions.begin();
    end(transactions, id);
    expect(() => transactions.commit(id, () => [])).toThrow('no longer valid');
    await expect(read(transactions, id, 'c/a')).rejects.toThrow(invalid);
    transactions.rollback(id);
  });

  test('comes after a minute of inactivity, or 270 seconds', async () => {
    let now = 0;
    const transactions = new Transactions(openStore(), () => now);
    const [idle, busy] = [transactions.begin(), transactions.begin()];
    const useAt = (seconds: number, id: Uint8Array) => {
      now = seconds * 1000;
      return transactions.readDocuments(id, []);
    };
    for (const seconds of [50, 100, 150, 200, 250, 270]) await useAt(seconds, busy);
    await expect(useAt(270, idle)).rejects.toThrow('expired');
    await expect(useAt(271, busy)).rejects.toThrow('expired');
  });

  test('rejects an invalid id', () => {
    const { transactions } = setUp();
    for (const bytes of [new Uint8Array(), Buffer.from('abc'), new Uint8Array(9)]) {
      expect(() => transactions.rollback(bytes)).toThrow('Invalid transaction.');
      expect(() => transactions.commit(bytes, () => [])).toThrow('Invalid transaction.');
    }
    const retryTransaction = Buffer.from('abc');
    expect(() => transactions.begin({ readWrite: { retryTransaction } })).toThrow('Invalid transaction.');
  });
});

describe('transactions that read one document', () => {
  test('take turns in order, so that none fails', async () => {
    const { store, transactions } = setUp();
    const order: number[] = [];
    const runs = Array.from({ length: 50 }, async (_, number) => {
      const id = transactions.begin();
      const n = await read(transactions, id, 'c/a');
      await flushPromises();
      transactions.commit(id, writing(setting('c/a', { n: typeof n === 'bigint' ? n + 1n : 0n })));
      order.push(number);
    });
    await Promise.all(runs);
    expect(order).toEqual(order.map((_, index) => index));
    expect(store.snapshot().get(nameOf('c/a'))?.fields.get('n')).toBe(51n);
  });

  test('continue if one takes too long, and then only one commits', async () => {
    const { transactions } = setUp();
    const ids = [transactions.begin(), transactions.begin()];
    for (const id of ids) await read(transactions, id, 'c/a');
    const results = ids.map((id) => {
      try {
        return transactions.commit(id, writing(setting('c/a', { n: 5n }))).changes.length;
      } catch (error) {
        return error;
      }
    });
    expect(results).toEqual([1, aborted]);
  });

  test('continue together if the first only read it', async () => {
    const { transactions } = setUp();
    const ids = [transactions.begin(), transactions.begin(), transactions.begin()];
    const [first = new Uint8Array()] = ids;
    const reads = ids.map((id) => read(transactions, id, 'c/a'));
    await reads[0];
    transactions.commit(first, writing(setting('c/b', { n: 2n })));
    expect(await Promise.all(reads)).toEqual([1n, 1n, 1n]);
  });

  test('fail if they end while waiting, without blocking others', async () => {
    const { transactions } = setUp();
    const [holder, waiter] = [transactions.begin(), transactions.begin()];
    await read(transactions, holder, 'c/a');
    const waiting = transactions.readDocuments(waiter, [nameOf('c/a'), nameOf('c/b')]);
    transactions.rollback(waiter);
    await expect(waiting).rejects.toThrow('no longer valid');
    let isRead = false;
    void read(transactions, holder, 'c/b').then(() => (isRead = true));
    await flushPromises();
    expect(isRead).toBe(true);
    transactions.commit(holder, writing(setting('c/a', { n: 2n })));
  });
});
