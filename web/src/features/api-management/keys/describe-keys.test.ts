import { expect, test } from 'vitest';
import { describeCheck, describeStatus } from './describe-keys.ts';

test('[P4.14] healthy, warning and error each have a word and a look of their own', () => {
  const tones = ['healthy', 'warning', 'error'].map((status) => describeStatus(status));
  expect(tones.map(({ tone, word }) => [tone, word])).toEqual([
    ['good', 'Healthy'],
    ['warning', 'Warning'],
    ['bad', 'Error'],
  ]);
});

test('[P4.16, P4.17] warning and error say what that means', () => {
  expect(describeStatus('healthy').message).toBeUndefined();
  expect(describeStatus('warning').message).toBe(
    'Some keys may be experiencing issues or approaching limits.',
  );
  expect(describeStatus('error').message).toBe(
    'Critical issues detected. Some or all keys may be non-functional.',
  );
});

test('[P4.15] any other value is shown neutral', () => {
  expect(describeStatus('unused')).toMatchObject({ tone: 'neutral', word: 'Unused' });
  expect(describeStatus('asleep')).toEqual({ tone: 'neutral', word: 'Asleep' });
});

test('a check tells what became of the keys', () => {
  expect(describeCheck({ totalKeys: 1, outKeys: 0 })).toBe('1 key asked for: none is rejected.');
  expect(describeCheck({ totalKeys: 3, outKeys: 1 })).toBe('1 of 3 keys is still rejected.');
  expect(describeCheck({ totalKeys: 3, outKeys: 2 })).toBe('2 of 3 keys are still rejected.');
});
