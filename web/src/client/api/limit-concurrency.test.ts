import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

/** Starts tasks by name and rank; each ends when the test says so. */
function open(max: number) {
  const limit = limitConcurrency(max);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, rank = 0, { signal } = new AbortController()) => {
    const result = limit(
      async () => {
        started.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.set(name, resolve);
        await promise;
        return name;
      },
      signal,
      () => rank,
    );
    // Some are aborted.
    result.catch(() => undefined);
    return result;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => void setTimeout(resolve));
  };
  return { start, end, started };
}

test('starts the waiting task with the lowest rank when one ends', async () => {
  const { start, end, started } = open(2);
  const first = start('a');
  void start('b');
  void start('c', 3);
  void start('d', 1);
  void start('e', 1);
  expect(started).toEqual(['a', 'b']);
  await end('a');
  expect(await first).toBe('a');
  expect(started).toEqual(['a', 'b', 'd']);
  await end('b');
  await end('d');
  expect(started).toEqual(['a', 'b', 'd', 'e', 'c']);
});

test('has room again once nothing waits', async () => {
  const { start, end, started } = open(1);
  for (const name of ['a', 'b', 'c']) {
    void start(name);
    await end(name);
  }
  void start('d');
  void start('e');
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('an aborted task never starts, and is not waited for', async () => {
  const { start, end, started } = open(1);
  const leave = new AbortController();
  void start('a');
  const aborted = start('b', 0, leave);
  void start('c', 1);
  leave.abort(new Error('Left'));
  await expect(aborted).rejects.toThrow('Left');
  await end('a');
  expect(started).toEqual(['a', 'c']);
  await expect(start('d', 0, leave)).rejects.toThrow('Left');
});
