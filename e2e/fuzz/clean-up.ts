/** Ends what a run has left: other tests of the same portal wait until it is idle, and read what the studio shares. */
import { setTimeout as sleep } from 'node:timers/promises';
import { revokeAccess } from '@portal/contracts/directory';
import type { Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { makeDue } from '../support/half-price.ts';
import { readQueues } from '../support/queues.ts';
import { runSweep } from '../support/storage-cleanup.ts';

const SHARED = ['promptLists', 'promptStyles', 'recipes'];
/** Half-price batches are cancelled by schedule. */
const IDLE_WITHIN_MS = 600_000;
const LOOK_EVERY_MS = 500;
/** Tasks for a time that may be far away. */
const SCHEDULED_QUEUE = 'startPipelines';

const listOpen = async () => (await firestore.collection('batches').where('endedAt', '==', null).get()).docs;

/** Names of documents that the studio shares. */
export const listShared = async (): Promise<ReadonlySet<string>> =>
  new Set(
    (await Promise.all(SHARED.map((name) => firestore.collection(name).select().get())))
      .flatMap(({ docs }) => docs)
      .map(({ ref }) => ref.path),
  );

/** Revoking a person's access ends all work of theirs. */
async function revokeAll(admin: Account): Promise<void> {
  const owners = new Set((await listOpen()).map((batch) => String(batch.get('owner'))));
  for (const uid of owners) {
    await callApi('DELETE', revokeAccess.path.replace('{uid}', encodeURIComponent(uid)), { as: admin });
  }
}

async function listUnfinished(): Promise<string[]> {
  const open = (await listOpen()).map(({ id }) => `batch ${id}`);
  const queued = [...(await readQueues())].filter(([name, tasks]) => tasks > 0 && name !== SCHEDULED_QUEUE);
  return [...open, ...queued.map(([name, tasks]) => `${tasks} tasks of ${name}`)];
}

export async function cleanUp(admin: Account, sharedBefore: ReadonlySet<string>): Promise<void> {
  await revokeAll(admin);
  const giveUpAt = Date.now() + IDLE_WITHIN_MS;
  for (let left = await listUnfinished(); left.length > 0; left = await listUnfinished()) {
    if (Date.now() > giveUpAt) throw new Error(`Not finished: ${left.join(', ')}`);
    for (const { id } of await listOpen()) await makeDue(id);
    await runSweep();
    await sleep(LOOK_EVERY_MS);
  }
  const added = [...(await listShared())].filter((path) => !sharedBefore.has(path));
  await Promise.all(added.map((path) => firestore.doc(path).delete()));
}
