import { expect, test } from 'vitest';
import { ApiFailure, describeFailure } from './api-failure.ts';

test.each([
  ['[P8.6, T8.1.2]', 500, 'Server temporarily unavailable. Please try again later.'],
  ['[P8.6, T8.1.2]', 504, 'Server temporarily unavailable. Please try again later.'],
  ['[P8.7, T8.1.3]', 403, 'Access denied. Please check your permissions.'],
  ['[P8.8, T8.1.4]', 401, 'Please log in to continue.'],
  ['[P8.9, T8.1.5]', 404, 'Something went wrong. Please try again.'],
  ['[P8.9, T8.1.5]', 429, 'Something went wrong. Please try again.'],
])('%s describes %i as: %s', (_references, status, text) => {
  expect(describeFailure(new ApiFailure(status, 'Whatever'))).toBe(text);
});

test('describes other errors with the general message', () => {
  expect(describeFailure(new TypeError('Failed to fetch'))).toBe('Something went wrong. Please try again.');
});

test('says what to do when App Check refused the browser, not to log in', () => {
  const failure = new ApiFailure(401, 'Unauthorized', {
    code: 'app-not-verified',
    reason: 'Reload the page.',
  });
  expect(describeFailure(failure)).toBe('Reload the page.');
});
