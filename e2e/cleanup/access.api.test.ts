import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { countRuns } from '../support/storage-cleanup.ts';

test.each([
  ['GET', '/api/cloudinary/storage-stats'],
  ['POST', '/api/cloudinary/cleanup'],
])('%s %s is for admins only [P7.7, P7.8, P6.3, D-names-and-settings.4]', async (method, path) => {
  const runs = await countRuns();
  expect((await callApi(method, path)).status).toBe(401);
  const answer = await callApi(method, path, { as: await signIn(newEmail()) });
  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await countRuns()).toBe(runs);
});
