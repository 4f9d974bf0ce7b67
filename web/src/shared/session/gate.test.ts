import type { PublicSettings } from '@portal/contracts/settings';
import { expect, test } from 'vitest';
import { SETTINGS } from '../testing/settings.ts';
import { passesGate, restrictedMessage } from './gate.ts';

/** SHA-256 of partner@agency.example. */
const PARTNER = '7ce07c1dcdf4ceaffa084af10fa0807e1c49f28dffd34efa363afd131dff9ff0';

const settings: PublicSettings = { ...SETTINGS, externalEmailDigests: [PARTNER] };

test.each([
  ['P5.1, P9.1', 'someone@studio.example', true],
  ['P5.1, P9.1', 'partner@agency.example', true],
  ['P5.1', 'Partner@agency.example', false],
  ['P5.1', 'someone@Studio.Example', false],
  ['P5.1', 'someone@elsewhere.example', false],
  ['D-identity-and-access.7', 'x@evilstudio.example', false],
  ['P5.1', 'x@studio.example.elsewhere.example', false],
  ['P5.2', '', false],
])('[%s] %j may enter without asking the server: %s', async (_reference, email, passes) => {
  expect(await passesGate(email, settings)).toBe(passes);
});

test('names the emails that are allowed [P5.3, P8.4]', () => {
  expect(restrictedMessage(settings)).toBe(
    'Access restricted to @studio.example email addresses and whitelisted accounts only.',
  );
});
