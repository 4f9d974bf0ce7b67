import type { Retirement } from '@portal/contracts/api-status';
import { expect, test } from 'vitest';
import { describeRetirement } from './describe-retirement.ts';

const NOW = new Date('2026-11-21T18:00:00Z');
const describe = (overrides: Partial<Retirement>) =>
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

test('describes an upcoming retirement with the days left', () => {
  expect(describe({})).toBe('xAI retires grok (grok-image) on January 10, 2027, in 50 days.');
});

test('describes a retirement tomorrow', () => {
  expect(describe({ retiresOn: '2026-11-22' })).toMatch(/ on November 22, 2026, tomorrow\.$/);
});

test('describes a past retirement', () => {
  expect(describe({ retiresOn: '2026-10-24', isRetired: true })).toBe(
    'xAI retired grok (grok-image) on October 24, 2026. Calls may fail.',
  );
});
