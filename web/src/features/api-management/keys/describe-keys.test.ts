import { createKeys } from '@portal/contracts/examples/api-status';
import { expect, test } from 'vitest';
import { describeCheck, describeStatus, summarizeKeys } from './describe-keys.ts';

test('gives each status its own tone and word [P4.14]', () => {
  const tones = ['healthy', 'warning', 'error'].map((status) => describeStatus(status));
  expect(tones.map(({ tone, word }) => [tone, word])).toEqual([
    ['good', 'Healthy'],
    ['warning', 'Warning'],
    ['bad', 'Error'],
  ]);
});

test('explains warning and error [P4.16, P4.17]', () => {
  expect(describeStatus('healthy').message).toBeUndefined();
  expect(describeStatus('warning').message).toBe(
    'Some keys may be experiencing issues or approaching limits.',
  );
  expect(describeStatus('error').message).toBe(
    'Critical issues detected. Some or all keys may be non-functional.',
  );
});

test('shows any other status as neutral [P4.15]', () => {
  expect(describeStatus('unused')).toMatchObject({ tone: 'neutral', word: 'Unused' });
  expect(describeStatus('asleep')).toEqual({ tone: 'neutral', word: 'Asleep' });
});

test('describes the result of a check', () => {
  expect(describeCheck({ totalKeys: 1, outKeys: 0 })).toBe('1 key checked, none rejected.');
  expect(describeCheck({ totalKeys: 3, outKeys: 1 })).toBe('1 of 3 keys still rejected.');
  expect(describeCheck({ totalKeys: 3, outKeys: 2 })).toBe('2 of 3 keys still rejected.');
});

test('summarizes keys, capacity and rate limit in one line', () => {
  expect(summarizeKeys(createKeys('openai'))).toBe('2 of 2 keys · 30 at once · 3,600 per minute');
  const one = createKeys('xai', { activeKeys: 1, totalKeys: 1, capacity: 1, rateLimit: 60 });
  expect(summarizeKeys(one)).toBe('1 of 1 key · 1 at once · 60 per minute');
});
