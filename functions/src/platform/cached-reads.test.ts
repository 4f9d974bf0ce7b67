import { Firestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeCachedReads } from './cached-reads.ts';

const LIFE_MS = 2000;
const firestore = new Firestore({ projectId: 'demo-portal' });
const read = vi.fn<(firestore: Firestore, key: string) => Promise<{ key: string }>>(async (_, key) => ({
  key,
}));

beforeEach(() => {
  read.mockClear();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

it('shares a read until it expires', async () => {
  const reads = makeCachedReads(() => LIFE_MS, read);
  const first = await reads.get(firestore, 'one');
  vi.setSystemTime(Date.now() + LIFE_MS - 1);
  expect(await reads.get(firestore, 'one')).toBe(first);
  vi.setSystemTime(Date.now() + 1);
  expect(await reads.get(firestore, 'one')).not.toBe(first);
  expect(read).toHaveBeenCalledTimes(2);
});

it('reads again after a failure', async () => {
  const reads = makeCachedReads(() => LIFE_MS, read);
  read.mockRejectedValueOnce(new Error('unavailable'));
  await expect(reads.get(firestore, 'one')).rejects.toThrow('unavailable');
  expect(await reads.get(firestore, 'one')).toEqual({ key: 'one' });
});

it('keeps no expired values', async () => {
  const reads = makeCachedReads(() => LIFE_MS, read);
  await reads.get(firestore, 'one');
  await reads.get(firestore, 'two');
  vi.setSystemTime(Date.now() + LIFE_MS);
  await reads.get(firestore, 'three');
  expect(['one', 'two', 'three'].map((key) => reads.forget(firestore, key))).toEqual([false, false, true]);
});
