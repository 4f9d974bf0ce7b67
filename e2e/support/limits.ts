/** Monthly limits of people. */
import { changeLimit } from '@portal/contracts/directory';
import { getSpendRoom, type SpendRoom } from '@portal/contracts/spend';
import { signInAdmin, type Account } from './accounts.ts';
import { callApi } from './api.ts';
import { waitForCaches } from './wait-for-caches.ts';

/** Undefined removes the person's own limit. */
export async function limitPerson({ uid }: Account, ownLimit: number | null | undefined): Promise<void> {
  const path = changeLimit.path.replace('{uid}', uid);
  const body = ownLimit === undefined ? {} : { ownLimit };
  const { status } = await callApi('PUT', path, { as: await signInAdmin(), body });
  if (status !== 200) throw new Error(`The limit was answered with ${status}.`);
  await waitForCaches();
}

/** What the API says after its cache has expired. */
export async function readRoom(as: Account): Promise<SpendRoom> {
  await waitForCaches();
  return getSpendRoom.answer.parse((await callApi('GET', getSpendRoom.path, { as })).body);
}
