import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { allCalls, allFileCalls, allUploadCalls } from '../support/all-calls.ts';
import { callApi } from '../support/api.ts';

const calls = [
  ...allCalls,
  ...allFileCalls.map((call) => ({ ...call, method: 'GET' })),
  ...allUploadCalls.map((call) => ({ ...call, method: 'POST', audience: 'staff' })),
].map(({ method, path, audience }) => ({ method, path: path.replaceAll(/\{\w+\}/g, '1'), audience }));
const callsFor = (audience: string) => calls.filter((call) => call.audience === audience);

test('answers only health and public settings without a token [T0.4, D-identity-and-access.3]', async () => {
  expect(callsFor('public').map(({ path }) => path)).toEqual(['/api/health', '/api/settings']);
  for (const { method, path } of [...callsFor('staff'), ...callsFor('admin'), ...callsFor('operator')]) {
    const { status, body } = await callApi(method, path);
    expect({ method, path, status, body }).toMatchObject({
      method,
      path,
      status: 401,
      body: { error: 'Please log in to continue.', code: 'unauthenticated' },
    });
  }
});

test('answers 403 to a user on every admin call [D-identity-and-access.8, D-answers-and-errors-of-the-api.3]', async () => {
  const user = await signIn(newEmail());
  const paths = callsFor('admin').map(({ path }) => path);
  // From the spec rather than the contract.
  const reserved = calls.filter(({ path }) => /^\/api\/(admin|cloudinary)\//.test(path));
  expect(paths).toEqual(expect.arrayContaining(reserved.map(({ path }) => path)));
  for (const { method, path } of callsFor('admin')) {
    const { status, body } = await callApi(method, path, { as: user });
    expect({ method, path, status, body }).toMatchObject({
      method,
      path,
      status: 403,
      body: { error: 'Access denied. Please check your permissions.', code: 'forbidden' },
    });
  }
});
