import type { Retirement } from '@portal/contracts/api-status';
import { expect, test } from 'vitest';
import { describeRetirement } from './describe-retirement.ts';

const NOW = new Date('2026-11-21T18:00:00Z');
const say = (overrides: Partial<Retirement>) =>
  describeRetirement(
    {
      model: 'grok',
      provider: 'xai',
      upstreamModel: 'grok-image',
      retiresOn: '2027-01-10',
      isRetired: false,
      ...overrides,
    },
    NOW,
  );

test('a model that will be retired, with the days that are left', () => {
  expect(say({})).toBe('grok (xAI’s grok-image) is retired on January 10, 2027, in 50 days.');
});

test('tomorrow is tomorrow', () => {
  expect(say({ retiresOn: '2026-11-22' })).toMatch(/ on November 22, 2026, tomorrow\.$/);
});

test('one that was', () => {
  expect(say({ retiresOn: '2026-10-24', isRetired: true })).toBe(
    'grok (xAI’s grok-image) was retired on October 24, 2026: calls for it may fail.',
  );
});
