import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setAppCheck } from './policy.ts';

const original = readFileSync(join(import.meta.dirname, '../../firebase.json'), 'utf8');

it('allows reCAPTCHA and the token exchange only when App Check is on', () => {
  const on = setAppCheck(original, true);
  expect(original).not.toMatch(/recaptcha|appcheck/);
  expect(on).toMatch(
    /script-src [^;]* https:\/\/www\.google\.com\/recaptcha\/ https:\/\/www\.gstatic\.com\/recaptcha\/;/,
  );
  expect(on).toMatch(
    /frame-src [^;]* https:\/\/www\.google\.com\/recaptcha\/ https:\/\/recaptcha\.google\.com\/recaptcha\/;/,
  );
  expect(on).toMatch(/connect-src [^;]* https:\/\/content-firebaseappcheck\.googleapis\.com /);
  expect(setAppCheck(on, true)).toBe(on);
});

it('changes nothing else, and turns off again', () => {
  const on = setAppCheck(original, true);
  const changed = on.split('\n').filter((line, index) => line !== original.split('\n')[index]);
  expect(changed).toEqual([expect.stringContaining("default-src 'self'; ")]);
  expect(setAppCheck(on, false)).toBe(original);
  expect(setAppCheck(original, false)).toBe(original);
});
