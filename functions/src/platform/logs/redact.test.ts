import { inspect } from 'node:util';
import { expect, it, vi } from 'vitest';
import { redactErrors } from './log.ts';
import { describeError, describeStack, redact, redactText } from './redact.ts';

const KEY = 'Zq81mWp0RtY7uLk2';
const cloudinary = { cloudName: 'studio-media', apiKey: '123456789012', apiSecret: 'mN8vB3xQ9' };
const setKeys = () => vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ stability: [KEY], cloudinary }));

it.each([
  [`the key ${KEY}.`, 'the key [key].'],
  [`key=${KEY.slice(0, 9)} (shortened)`, 'key=[key] (shortened)'],
  ['secret mN8vB3xQ9 of studio-media', 'secret [key] of studio-media'],
  ['Incorrect API key provided: abc1****wxyz.', 'Incorrect API key provided: [key].'],
  ['sk-proj-1a2b3c and AIzaSyA1b2c3d4', '[key] and [key]'],
  ['authorization: Bearer ya29.a0Af-x_1', 'authorization: Bearer [token]'],
  ['eyJhbGciOi.eyJzdWIi.c2ln', '[token]'],
  ['https://x.example/a?X-Goog-Signature=0af3&b=1', 'https://x.example/a?X-Goog-Signature=[key]&b=1'],
  ['/api/shared/H17sZZ0eO3bFhWn9-9_x8A/pictures/0', '/api/shared/[token]/pictures/0'],
  ['no document documents/shares/H17sZZ0eO3bFhWn9-9_x8A', 'no document documents/shares/[token]'],
  ['users/ada.lovelace%40studio.example was <ada@studio.example>', 'users/[email] was <[email]>'],
])('redacts %s', (text, expected) => {
  setKeys();
  expect(redactText(text)).toBe(expected);
});

it.each([
  'at /app/node_modules/@google-cloud/firestore/build/src/index.js:10:5',
  'batch 0a1b2c3d-4e5f, item 3',
  'at /app/src/shared/api/client.ts:10:5',
])('keeps %s', (text) => {
  setKeys();
  expect(redactText(text)).toBe(text);
});

it('cuts long text, without a part of a key at its end', () => {
  setKeys();
  const start = 'a '.repeat(998);
  expect(redactText(`${start}${KEY} `.repeat(8))).toBe(`${start}…`);
  expect(redactText(`/api/${'a%40'.repeat(4000)}`).length).toBeLessThan(2000);
});

it('redacts an address after a long word', () => {
  expect(redactText(`${'x'.repeat(200)}ada@studio.example`)).toBe(`${'x'.repeat(139)}[email]`);
});

it('redacts the token of the webhook, not its path', () => {
  vi.stubEnv('ALERT_WEBHOOK_URL', 'https://hooks.slack.com/services/T0123/B0123/aB3dE6gH9jK2mN5pQ8sT1vW4');
  expect(redactText('no /services/T0123/B0123/aB3dE6gH9jK2mN5pQ8sT1vW4')).toBe(
    'no /services/T0123/B0123/[key]',
  );
});

it('redacts passwords of agencies, whatever characters they have', () => {
  const account = { protocol: 'ftps', host: 'ftps.example', user: 'studio-contributor' };
  const accounts = {
    'adobe-stock': { ...account, password: 'a.B{c](d$' },
    shutterstock: { ...account, password: 'short' },
  };
  vi.stubEnv('DELIVERY_ACCOUNTS', JSON.stringify(accounts));
  expect(redactText('PASS a.B{c](d$ of studio-contributor, then short')).toBe(
    'PASS [key] of [key], then [key]',
  );
  vi.stubEnv('DELIVERY_ACCOUNTS', '{');
  expect(redactText('short')).toBe('short');
});

it('works with an invalid secret, and without one', () => {
  vi.stubEnv('PROVIDER_KEYS', '{');
  expect(redactText('sk-proj-1a2b3c')).toBe('[key]');
  vi.unstubAllEnvs();
  expect(redactText('sk-proj-1a2b3c')).toBe('[key]');
});

it('redacts inside of objects, lists and errors with causes', () => {
  setKeys();
  const error = new Error('No upload.', { cause: new TypeError(`403 for ${KEY}`) });
  expect(redact({ list: [{ by: 'ada@studio.example' }], error })).toEqual({
    list: [{ by: '[email]' }],
    error: 'Error: No upload. < TypeError: 403 for [key]',
  });
  expect(describeError(error)).not.toContain('    at ');
  expect(describeStack(error)).toMatch(
    /^Error: No upload\.\n +at [^]+\nCaused by: TypeError: 403 for \[key\]\n +at /,
  );
});

it('hands the SDK the stack of a fault without its key, as message and as stack', async () => {
  setKeys();
  const fault = await redactErrors(() =>
    Promise.reject(new Error(`No answer to ${KEY}.`, { cause: new Error(`${KEY} again`) })),
  ).catch((error: unknown) => error);
  expect(inspect(fault)).toMatch(
    /^Error: No answer to \[key\]\.\n +at [^]+\nCaused by: Error: \[key\] again\n +at /,
  );
  expect(fault).toMatchObject({ message: expect.stringContaining('    at ') });
  expect(inspect(fault)).not.toContain(KEY);
});
