import type { SpendRoom } from '@portal/contracts/spend';
import { expect, test } from 'vitest';
import { findWarning } from './find-warning.ts';

const createRoom = (overrides: Partial<SpendRoom>): SpendRoom => ({
  month: '2026-11',
  person: null,
  studio: null,
  ...overrides,
});
const person = (spent: number, reserved = 0) => createRoom({ person: { limit: 20, spent, reserved } });

test.each([
  ['no room is known', undefined, 4.2],
  ['there is no limit', createRoom({}), 4.2],
  ['the price is unknown', person(19), undefined],
  ['the work is free', person(20), 0],
  ['it fits to the micro-dollar', person(19.7, 0.195), 0.105],
])('says nothing if %s', (_, room, dollars) => {
  expect(findWarning(room, dollars)).toBeUndefined();
});

test('blocks what cannot fit in the user’s own limit', () => {
  expect(findWarning(person(16.9), 4.2)).toEqual({
    message: 'This costs about $4.20. $3.10 of your monthly limit is left.',
    isBlocking: true,
  });
  expect(findWarning(person(20), 0.01)).toEqual({
    message: 'Your monthly limit of $20.00 is used up. Ask an admin to raise it.',
    isBlocking: true,
  });
  // Not '$0.04 is left' of $0.036.
  expect(findWarning(person(19.964), 0.04)?.message).toMatch(/\$0\.03 of your/);
});

test('warns of what fits only if running batches cost less than they have reserved', () => {
  expect(findWarning(person(15, 2), 4.2)).toEqual({
    message:
      'This costs about $4.20. $5.00 of your monthly limit is left, and running batches may need $2.00 of it.',
    isBlocking: false,
  });
});

test('names the studio’s budget if only that one is too low', () => {
  const room = createRoom({ ...person(15, 2), studio: { left: 3, reserved: 0 } });
  expect(findWarning(room, 4.2)).toEqual({
    message: 'This costs about $4.20. $3.00 of the studio’s budget for this month is left.',
    isBlocking: true,
  });
  expect(findWarning(createRoom({ studio: { left: -1, reserved: 0 } }), 1)?.message).toBe(
    'The studio’s budget for this month is used up. Ask an admin to raise it.',
  );
});
