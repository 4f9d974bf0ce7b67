import { expect, test } from 'vitest';
import { describeCheck, describeStatus, describeUsable } from './describe-keys.ts';

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

test('summarizes the keys of a collapsed card', () => {
  expect(describeUsable(3, 3)).toBe('3 of 3 keys usable');
  expect(describeUsable(1, 1)).toBe('1 of 1 key usable');
});
