import { createFailedWork as createWork } from '@portal/contracts/examples/failed-work';
import { expect, it } from 'vitest';
import { askBeforeRetry, describeCost, explainWork } from './describe-work.ts';

it('says what went wrong', () => {
  expect(explainWork(createWork({}))).toBe('2 items: Connection lost.');
  expect(explainWork(createWork({ kind: 'archive', items: null, reasons: [] }))).toBe(
    'The ZIP of this batch could not be built.',
  );
});

it.each([
  [{}, 'Up to $0.08 charged'],
  [{ kind: 'failed', cost: 0.02 }, '$0.02 charged'],
  [{ kind: 'failed', cost: 0 }, 'Not charged'],
  [{ kind: 'archive', cost: null }, undefined],
] as const)('says what %j has cost', (overrides, cost) => {
  expect(describeCost(createWork(overrides))).toBe(cost);
});

it('asks before a retry that costs something, and warns of a second charge', () => {
  expect(askBeforeRetry(createWork({}))).toEqual({
    title: 'Retry? You may be charged twice.',
    text: 'The provider may already have charged up to $0.08 for “Red fox”. A retry costs about $0.06, in a new batch of ada@studio.example.',
  });
  expect(askBeforeRetry(createWork({ kind: 'failed' }))?.title).toBe('Retry the failed items?');
  expect(askBeforeRetry(createWork({ kind: 'failed', retryCost: 0 }))).toBeUndefined();
  expect(askBeforeRetry(createWork({ kind: 'not-stored', retryCost: 0 }))).toBeUndefined();
  // Free work is never uncertain, but if it were, it would be asked about.
  expect(askBeforeRetry(createWork({ retryCost: 0 }))).toBeDefined();
});
