import { expect, test } from 'vitest';
import { END_STATES, findEndState } from './end-state.ts';

const NOW = '2026-11-21T12:00:00.000Z';

test.each([
  ['completed', null, 10, { tone: 'good', word: 'Done' }],
  ['completed', null, 4, { tone: 'warning', word: 'Partly done' }],
  ['completed', NOW, 4, { tone: 'neutral', word: 'Cancelled' }],
  ['failed', NOW, 0, { tone: 'neutral', word: 'Cancelled' }],
  ['completed', NOW, 10, { tone: 'good', word: 'Done' }],
  ['failed', null, 0, { tone: 'bad', word: 'Failed' }],
] as const)(
  'finds the end state: %s, cancelled at %s, %i of 10 made: %o [D-one-studio.12]',
  (status, cancelledAt, done, shown) => {
    const state = findEndState({ status, cancelledAt }, { done, total: 10 });
    expect(state && END_STATES[state]).toEqual(shown);
  },
);

test.each(['pending', 'queued', 'processing'] as const)('has no end state while %s', (status) => {
  expect(findEndState({ status, cancelledAt: NOW }, { done: 10, total: 10 })).toBeUndefined();
});
