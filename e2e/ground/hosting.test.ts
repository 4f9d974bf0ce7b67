import { ApiErrorSchema } from '@portal/contracts/api-error';
import { HealthSchema } from '@portal/contracts/health';
import { PublicSettingsSchema } from '@portal/contracts/settings';
import { expect, test } from 'vitest';
import { config } from '../config.ts';

const get = (path: string) => fetch(new URL(path, config.portalUrl));

test('the health call reaches the function through Hosting and reads the database', async () => {
  const answer = await get('/api/health');
  expect(answer.status).toBe(200);
  expect(HealthSchema.parse(await answer.json())).toEqual({ status: 'ok', database: 'ok' });
});

test('the public settings need no sign-in [D-names-and-settings.3]', async () => {
  const answer = await get('/api/settings');
  expect(answer.status).toBe(200);
  expect(PublicSettingsSchema.parse(await answer.json()).productName).toBe('the product');
});

test('an unknown call answers 404 in the error form, with the id that the log has [D-answers-and-errors-of-the-api.1]', async () => {
  const answer = await get('/api/nothing/here');
  expect(answer.status).toBe(404);
  const body = ApiErrorSchema.parse(await answer.json());
  expect(body.code).toBe('not-found');
  expect(answer.headers.get('x-request-id')).toBe(body.requestId);
});

test('any other address serves the app, which knows its own pages', async () => {
  const answer = await get('/tools/anything');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<div id="root">');
});

test('pages carry the security headers and are never cached unasked', async () => {
  const { headers } = await get('/');
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'self'.*object-src 'none'.*frame-ancestors 'none'/,
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cache-control')).toBe('no-cache');
});

test('hashed assets are cached for a year', async () => {
  const page = await (await get('/')).text();
  const asset = /\/assets\/[^"]+\.js/.exec(page)?.[0] ?? 'no asset in the page';
  const answer = await get(asset);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});
