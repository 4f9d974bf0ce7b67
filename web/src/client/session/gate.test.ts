import { expect, test } from 'vitest';
import { SETTINGS } from '../../testing/settings.ts';
import { passesGate, restrictedMessage } from './gate.ts';

test.each([
  ['P5.1, P9.1', 'someone@studio.example', true],
  ['P5.1', 'partner@agency.example', false],
  ['P5.1', 'someone@Studio.Example', false],
  ['P5.1', 'someone@elsewhere.example', false],
  ['D-identity-and-access.7', 'x@evilstudio.example', false],
  ['P5.1', 'x@studio.example.elsewhere.example', false],
  ['P5.2', '', false],
])('[%s] %j may enter without asking the server: %s', (_reference, email, passes) => {
  expect(passesGate(email, SETTINGS)).toBe(passes);
});

test('names the emails that are allowed [P5.3, P8.4]', () => {
  expect(restrictedMessage(SETTINGS)).toBe(
    'Access restricted to @studio.example email addresses and whitelisted accounts only.',
  );
});
