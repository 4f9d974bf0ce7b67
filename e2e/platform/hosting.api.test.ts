import { createHash } from 'node:crypto';
import { ApiErrorSchema } from '@portal/contracts/api-error';
import { HealthSchema } from '@portal/contracts/health';
import { PublicSettingsSchema } from '@portal/contracts/settings';
import { expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, signInAdmin } from '../support/accounts.ts';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, config.portalUrl), { headers });

test('serves the health check through Hosting and reads the database', async () => {
  const answer = await get('/api/health');
  expect(answer.status).toBe(200);
  expect(HealthSchema.parse(await answer.json())).toEqual({ status: 'ok', database: 'ok' });
});

test('serves the public settings without sign-in [D-names-and-settings.3, D-settled-by-the-acceptance-test.19]', async () => {
  const answer = await get('/api/settings');
  expect(answer.status).toBe(200);
  expect(PublicSettingsSchema.parse(await answer.json()).productName).toBe('the product');
});

test('returns 404 for an unknown call, with the request id of the log [D-answers-and-errors-of-the-api.1]', async () => {
  const answer = await get('/api/nothing/here');
  expect(answer.status).toBe(404);
  const body = ApiErrorSchema.parse(await answer.json());
  expect(body.code).toBe('not-found');
  expect(answer.headers.get('x-request-id')).toBe(body.requestId);
});

test('routes a path with a dot segment to the function', async () => {
  const body = ApiErrorSchema.parse(await (await get('/api/nothing/.@.')).json());
  expect(body.code).toBe('not-found');
});

test('serves the app at any other path', async () => {
  const answer = await get('/tools/anything');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<div id="root">');
});

test.each(['/', '/tools/anything', '/api/health', '/assets/missing.js'])(
  '%s carries the security headers',
  async (path) => {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'self'.*object-src 'none'.*frame-ancestors 'none'/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  },
);

test('allows the scripts in the page, and no other inline script', async () => {
  const answer = await get('/');
  const scripts = (await answer.text()).matchAll(/<script>([^]*?)<\/script>/g);
  const hashes = [...scripts].map(([, script = '']) => createHash('sha256').update(script).digest('base64'));
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(hashes).toHaveLength(2);
  expect(policy).toContain(
    `script-src 'self' ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')} https://`,
  );
});

test('revalidates pages on each visit', async () => {
  for (const path of ['/', '/tools/anything', '/index.html']) {
    expect((await get(path)).headers.get('cache-control')).toBe('no-cache');
  }
});

test("Hosting keeps the API's Cache-Control [D-polling-and-caching.4]", async () => {
  const { token } = await signIn(newEmail());
  const list = await get('/api/image-generator/batches', { authorization: `Bearer ${token}` });
  expect(list.headers.get('cache-control')).toBe('private, no-cache');
  expect(list.headers.get('etag')).toMatch(/^"/);
  expect(list.headers.get('vary')).toContain('Authorization');
  expect((await get('/api/settings')).headers.get('cache-control')).toBe('public, max-age=300');
  for (const path of ['/api/health', '/api/nothing', '/api/auth/user']) {
    expect((await get(path)).headers.get('cache-control')).toBe('no-store');
  }
});

test('sends lists again only if they have changed [D-answers-and-errors-of-the-api.7]', async () => {
  const authorization = `Bearer ${(await signInAdmin()).token}`;
  for (const path of ['/api/stylizer/presets', '/api/recipes', '/api/admin/failed-work']) {
    const { headers } = await get(path, { authorization });
    expect(headers.get('cache-control'), path).toBe('private, no-cache');
    const again = await get(path, { authorization, 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status, path).toBe(304);
  }
});

test.each(['/assets/missing-12345678.js', '/presets/missing.webp', '/__/auth/missing'])(
  'returns 404 instead of the app for the missing %s',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('<div id="root">');
  },
);

test('caches hashed assets for a year', async () => {
  const page = await (await get('/')).text();
  const asset = /\/assets\/[^"]+\.js/.exec(page)?.[0] ?? 'no asset in the page';
  const answer = await get(asset);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});
