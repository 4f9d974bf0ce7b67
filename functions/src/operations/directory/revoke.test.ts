import { revokeAccess } from '@portal/contracts/directory';
import { readSharedBatch } from '@portal/contracts/sharing';
import { expect, it } from 'vitest';
import { writeBatch } from '../../batches/sources/testing/create-batches.ts';
import { shareBatch } from '../../batches/store/share-store.ts';
import { userReference } from '../../identity/access-store.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';

const firestore = await startFirestore();

it("ends all of the person's links at once, and no other", async () => {
  for (const uid of ['ada', 'grace'])
    await userReference(firestore, uid).set({ email: `${uid}@studio.example`, role: 'admin' });
  const share = async (id: string, owner: string) => {
    await writeBatch(firestore, id, { owner });
    return shareBatch(firestore, owner, id);
  };
  const tokens = [await share('one', 'grace'), await share('two', 'grace'), await share('three', 'ada')];
  const { call } = await startApi(['ada', 'grace']);
  const openAll = async () => {
    const paths = tokens.map((token) => readSharedBatch.path.replace('{token}', token));
    return Promise.all(paths.map(async (path) => (await call('GET', path, 'ada')).status));
  };
  expect(await openAll()).toEqual([200, 200, 200]);
  expect(await call('DELETE', revokeAccess.path.replace('{uid}', 'grace'), 'ada')).toMatchObject({
    status: 200,
  });
  expect(await openAll()).toEqual([404, 404, 200]);
  expect((await firestore.collection('shares').get()).docs.map(({ id }) => id)).toEqual(tokens.slice(2));
});
