import { expect, it } from 'vitest';
import { changeRole, WhitelistBodySchema } from './directory.ts';

it.each([
  '',
  '   ',
  'no-at-sign',
  'two words@x.example',
  'a@b@c',
  '.@.',
  'a..b@x.example',
  'a@x.example.',
  'a/b@x.example',
  // Zero-width, right-to-left, control and unassigned characters, a Hangul filler, half a surrogate pair.
  ...['\u{200b}', '\u{202e}', '\u{7}', '\0', '\u{ffff}', '\u{3164}', '\u{d83d}'].map(
    (odd) => `a${odd}b@x.example`,
  ),
  `${'x'.repeat(119)}@x.example`,
  7,
  null,
])('has no entry %j on the whitelist', (email) => {
  const { error } = WhitelistBodySchema.safeParse({ email });
  expect(error?.issues[0]?.path).toEqual(['email']);
});

it.each([`${'x'.repeat(118)}@x.example`, '__x@x__', `josé+o'1@bücher.example`])(
  'has the unusual entry %s on the whitelist',
  (email) => {
    expect(WhitelistBodySchema.parse({ email: ` ${email.toUpperCase()} ` })).toEqual({ email });
  },
);

it.each([{ role: 'owner' }, {}, { role: 'ADMIN' }, []])('has no role %j', (body) => {
  expect(changeRole.body?.safeParse(body).success).toBe(false);
});
