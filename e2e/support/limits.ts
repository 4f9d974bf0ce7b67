/** Monthly limits of people. */
import { changeLimit } from '@portal/contracts/directory';
import { getSpendRoom, type SpendRoom } from '@portal/contracts/spend';
import { signInAdmin, type Account } from './accounts.ts';
import { callApi } from './api.ts';
import { waitForCaches } from './wait-for-caches.ts';

/** Limits are cached five times as long as other settings. */
export async function waitForLimits(): Promise<void> {
  for (let times = 0; times < 5; times += 1) await waitForCaches();
}

/** Undefined removes the person's own limit. */
export async function limitPerson({ uid }: Account, ownLimit: number | null | undefined): Promise<void> {
  const path = changeLimit.path.replace('{uid}', uid);
  const body = ownLimit === undefined ? {} : { ownLimit };
  const { status } = await callApi('PUT', path, { as: await signInAdmin(), body });
  if (status !== 200) throw new Error(`The limit was answered with ${status}.`);
  await waitForLimits();
}

/** What the API says after its cache has expired. */
export async function readRoom(as: Account): Promise<SpendRoom> {
  await waitForCaches();
  return getSpendRoom.response.parse((await callApi('GET', getSpendRoom.path, { as })).body);
}
