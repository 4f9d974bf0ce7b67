import { getUserInfo } from '@portal/contracts/identity';
import { generatorCalls } from '@portal/contracts/image-generator';
import { getSettings } from '@portal/contracts/settings';
import { expect, test, vi } from 'vitest';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { startApi } from '../testing/start-api.ts';

await startFirestore();

test('refuses every call of a person without an App Check token, and no public call', async () => {
  vi.stubEnv('APP_CHECK_SITE_KEY', 'site-key');
  vi.stubEnv('APP_CHECK_APP_ID', '1:123:web:abc');
  vi.stubEnv('APP_CHECK_ENFORCED', 'true');
  const { call } = await startApi(['ada']);
  for (const path of [getUserInfo.path, generatorCalls.download.path.replace('{id}', 'one')]) {
    const refused = await call('GET', path, 'ada');
    expect(refused, path).toMatchObject({ status: 401, body: { code: 'app-not-verified' } });
  }
  expect(await call('GET', getSettings.path, 'ada')).toMatchObject({
    status: 200,
    body: { appCheck: { siteKey: 'site-key' } },
  });
});
