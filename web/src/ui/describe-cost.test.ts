import { expect, test } from 'vitest';
import { describeAmount, describeCost } from './describe-cost.ts';

test.each([
  [0.03, 0.04, true, 'Cost $0.03, estimated $0.04'],
  [0.401, 0.4, true, 'Cost $0.40'],
  [0.5, 0, true, 'Cost $0.50'],
  [0.0042, 0.004, true, 'Cost $0.0042, estimated $0.0040'],
  [0, 0.4, true, 'Not charged'],
  [0, 0, true, 'Free'],
  [0, 0, false, 'Free'],
  [0, 1.2, false, 'About $1.20 in all'],
  [0.03, 0.04, false, '$0.03 so far, about $0.04 in all'],
  [0.06, 0.04, false, '$0.06 so far, estimated $0.04'],
  [0.06, 0, false, '$0.06 so far'],
])(
  'describes $%d of an estimated $%d, over: %s [D-wording-of-money-and-time.1, D-wording-of-money-and-time.2]',
  (cost, estimate, isOver, text) => {
    expect(describeCost({ cost, estimate, isOver })).toBe(text);
  },
);

test('says no cost twice where a label says what it is', () => {
  expect(describeAmount({ cost: 0.38, estimate: 0.4, isOver: true })).toBe('$0.38, estimated $0.40');
});
