import { expect, test } from 'vitest';
import { sendInOrder } from './send-in-order.ts';

test('sends one after the other, also after a failure', async () => {
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = sendInOrder('a', () => {
    log.push('one');
    return first.promise;
  });
  const following = sendInOrder('a', async () => void log.push('two'));
  const other = sendInOrder('b', async () => void log.push('other'));
  await other;
  expect(log).toEqual(['one', 'other']);
  first.reject(new Error('The connection failed.'));
  await expect(failing).rejects.toThrow('The connection failed.');
  await following;
  expect(log).toEqual(['one', 'other', 'two']);
});
