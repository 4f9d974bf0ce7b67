import { expect, test } from 'vitest';
import { makeJobPath, makeRecipePath } from './jobs-path.ts';

test('jobs and recipes have addresses', () => {
  expect(makeJobPath('fox')).toBe('/jobs/fox');
  expect(makeRecipePath('fox & owl')).toBe('/jobs/new?recipe=fox%20%26%20owl');
});
