import type { ItemFailure } from '@portal/contracts/batches';
import { expect, test } from 'vitest';
import { describeFailures, groupFailures } from './group-failures.ts';

const RULES = 'The provider refused it under its content rules. Change the prompt or the picture.';
const LOST = 'Connection lost before the answer arrived. You may have been charged.';
const fail = (index: number, reason: string, state: ItemFailure['state'] = 'failed'): ItemFailure => ({
  index,
  reason,
  state,
  attempts: 1,
});

test('groups equal failures, the largest group first', () => {
  const failures = [fail(0, LOST, 'uncertain'), fail(2, RULES), fail(5, RULES), fail(7, LOST)];
  expect(
    groupFailures(failures).map(({ state, reason, failures: group }) => [
      state,
      reason,
      group.map(({ index }) => index),
    ]),
  ).toEqual([
    ['failed', RULES, [2, 5]],
    ['uncertain', LOST, [0]],
    ['failed', LOST, [7]],
  ]);
});

test.each([
  ['names the content rules in short', [fail(0, RULES), fail(1, RULES)], '2 × refused by content rules'],
  [
    'keeps the first sentence of other reasons',
    [fail(0, LOST)],
    '1 × Connection lost before the answer arrived',
  ],
  ['keeps a reason that is no sentence', [fail(0, 'Not an image')], '1 × Not an image'],
  [
    'lists all groups',
    [fail(0, LOST), fail(1, RULES), fail(2, RULES)],
    '2 × refused by content rules, 1 × Connection lost before the answer arrived',
  ],
  ['is empty without failures', [], ''],
])('%s', (_name, failures, text) => {
  expect(describeFailures(failures)).toBe(text);
});

test('lists what was cancelled because of another stage', () => {
  const cancellations = [
    { index: 1, reason: 'Not chosen.' },
    { index: 2, reason: 'The picture was not made: Not an image.' },
    { index: 3, reason: 'Not chosen.' },
  ];
  expect(describeFailures([fail(0, LOST)], cancellations)).toBe(
    '1 × Connection lost before the answer arrived, 2 × Not chosen, 1 × The picture was not made: Not an image',
  );
});
