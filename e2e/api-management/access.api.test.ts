import { expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';

test.each([
  ['GET', '/api/admin/api-status'],
  ['POST', '/api/admin/api-status/xai/check'],
  ['GET', '/api/admin/spend/2026-11'],
])('%s %s is for admins alone', async (method, path) => {
  expect((await callApi(method, path)).status).toBe(401);
  const refused = await callApi(method, path, { as: await signIn(newEmail()) });
  expect(refused).toMatchObject({
    status: 403,
    body: { error: 'Access denied. Please check your permissions.' },
  });
  expect((await callApi(method, path, { as: await signInAdmin() })).status).toBe(200);
});

test('rejects a key check of an unknown provider', async () => {
  const path = '/api/admin/api-status/cloudinary/check';
  expect(await callApi('POST', path, { as: await signInAdmin() })).toMatchObject({
    status: 400,
    body: { code: 'bad-request', details: [{ path: 'provider' }] },
  });
});
