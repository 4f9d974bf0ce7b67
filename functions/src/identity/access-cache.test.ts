import { DocumentReference } from 'firebase-admin/firestore';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { makeAccessCache } from './access-cache.ts';

const firestore = await startFirestore();

/** A listener that hears nothing until the test says so. */
function stubListener() {
  const listen = vi.spyOn(DocumentReference.prototype, 'onSnapshot').mockReturnValue(() => undefined);
  onTestFinished(() => listen.mockRestore());
  return listen;
}

it('forgets everyone on demand, and when it is full', () => {
  stubListener();
  const cache = makeAccessCache(firestore);
  cache.set('ada', 'admin');
  cache.clear();
  expect(cache.get('ada')).toBeUndefined();
  for (let index = 0; index < 10_000; index += 1) cache.set(`person-${index}`, 'user');
  expect(cache.get('person-0')).toBe('user');
  cache.set('ada', 'admin');
  expect(cache.get('person-0')).toBeUndefined();
  expect(cache.get('ada')).toBe('admin');
});

it('listens once, and again after the listener has failed', () => {
  const listen = stubListener();
  const cache = makeAccessCache(firestore);
  cache.set('ada', 'admin');
  cache.set('grace', 'user');
  expect(listen).toHaveBeenCalledTimes(1);
  const [, fail] = listen.mock.calls[0] ?? [];
  fail?.(new Error('The stream broke.'));
  cache.set('ada', 'admin');
  expect(listen).toHaveBeenCalledTimes(2);
});
