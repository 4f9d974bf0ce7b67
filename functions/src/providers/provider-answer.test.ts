import { expect, it } from 'vitest';
import { describeFailure, isFailureKind, type FailureKind } from './provider-answer.ts';

const KINDS = Object.keys({
  refused: true,
  'bad-request': true,
  'rate-limited': true,
  'key-rejected': true,
  unverified: true,
  unavailable: true,
  'not-sent': true,
  'broken-off': true,
  'timed-out': true,
  'connection-lost': true,
  'broken-answer': true,
  'wrong-content': true,
  expired: true,
  cancelled: true,
  lost: true,
} satisfies Record<FailureKind, true>).filter(isFailureKind);

it.each(KINDS)('says what can be done after a failure of kind %s', (kind) => {
  const { reason, charged } = describeFailure(kind);
  expect(reason).toMatch(/\. (Change|Choose|Retry|Ask|Make)\b/);
  expect(reason.includes('second charge')).toBe(charged);
});
