/** The API status. */
import { checkKeys, getApiStatus, type ApiStatus, type KeyStatus } from '@portal/contracts/api-status';
import { signInAdmin } from './accounts.ts';
import { callApi } from './api.ts';
import { firestore } from './firestore.ts';
import type { ProviderName } from './generator.ts';
import { waitForCaches } from './wait-for-caches.ts';

export async function readApiStatus(): Promise<ApiStatus['data']> {
  const { body } = await callApi('GET', getApiStatus.path, { as: await signInAdmin() });
  return getApiStatus.response.parse(body).data;
}

export async function readKeyStatus(provider: ProviderName): Promise<KeyStatus> {
  const { keyStatus } = await readApiStatus();
  const found = keyStatus.find((each) => each.provider === provider);
  if (!found) throw new Error(`${provider} has no status.`);
  return found;
}

export async function checkKeysOf(provider: ProviderName): Promise<{ status: number; body: unknown }> {
  return callApi('POST', checkKeys.path.replace('{provider}', provider), { as: await signInAdmin() });
}

/** Resets the state of all keys. */
export async function resetKeys(): Promise<void> {
  const keys = await firestore.collection('providerKeys').get();
  if (keys.empty) return;
  await Promise.all(keys.docs.map((provider) => provider.ref.delete()));
  await waitForCaches();
}
