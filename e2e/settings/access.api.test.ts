import { getStudioSettings, SettingsNameSchema } from '@portal/contracts/studio-settings';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readStudioSettings } from '../support/settings.ts';

const CALLS: [string, string][] = [
  ['GET', getStudioSettings.path],
  ...SettingsNameSchema.options.map((name): [string, string] => ['PUT', `${getStudioSettings.path}/${name}`]),
];

test.each(CALLS)('only admins may %s %s', async (method, path) => {
  const body = method === 'PUT' ? { settings: null, version: null } : undefined;
  const before = await readStudioSettings();
  const artist = await signIn(newEmail());
  expect((await callApi(method, path, { body })).status).toBe(401);
  expect((await callApi(method, path, { body, as: artist })).status).toBe(403);
  expect(await readStudioSettings()).toEqual(before);
});
