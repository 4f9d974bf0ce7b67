import { expect, test } from 'vitest';
import { makeMailLink, writeInvitation } from './write-invitation.ts';

test('names the product, the account and the address', () => {
  expect(
    writeInvitation({
      email: 'guest@elsewhere.example',
      productName: 'Pictures',
      signInProviderName: 'Google',
      address: 'https://portal.example/',
    }),
  ).toBe(
    'Hello,\n\nyou can now use Pictures. Sign in with your Google account guest@elsewhere.example here:\nhttps://portal.example/',
  );
});

test('escapes the parts of a mail link', () => {
  const link = new URL(makeMailLink('a?b&c@x.example', 'Access & more', 'One\nTwo?'));
  expect(decodeURIComponent(link.pathname)).toBe('a?b&c@x.example');
  expect(Object.fromEntries(link.searchParams)).toEqual({ subject: 'Access & more', body: 'One\r\nTwo?' });
});
