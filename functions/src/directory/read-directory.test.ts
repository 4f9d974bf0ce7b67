import { makeWhitelistEntry, DirectorySchema, listDirectory } from '@portal/contracts/directory';
import { expect, it, vi } from 'vitest';
import { listAccounts, startApi } from '../testing/start-api.ts';
import { userReference, whitelistReference } from '../identity/access-store.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { sendJson } from '../providers/testing/start-test-server.ts';

const firestore = await startFirestore();
// Generous timeouts: CI machines are slow.
vi.setConfig({ testTimeout: 60_000 });
const denied = sendJson({ error: { code: 403, message: 'PERMISSION_DENIED' } }, 403);

it('lists the whitelist even if the accounts cannot be listed [P2.33, P3.5]', async () => {
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'admin' });
  await whitelistReference(firestore, 'guest@elsewhere.example').set({ email: 'guest@elsewhere.example' });
  const guest = makeWhitelistEntry('guest@elsewhere.example');
  let isReachable = false;
  const { call } = await startApi(['ada'], (response) =>
    isReachable ? listAccounts(['ada'])(response) : denied(response),
  );
  const readDirectory = async () =>
    DirectorySchema.parse((await call('GET', listDirectory.path, 'ada')).body).data;
  expect(await readDirectory()).toEqual({ users: [guest], totalUsers: 1, firebaseAvailable: false });

  isReachable = true;
  expect(await readDirectory()).toMatchObject({
    users: [{ uid: 'ada', role: 'admin' }, guest],
    totalUsers: 2,
    firebaseAvailable: true,
  });
});
