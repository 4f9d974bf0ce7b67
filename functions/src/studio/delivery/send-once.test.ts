/** What could bring a picture to an agency twice, or keep a delivery going for ever. */
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it, vi } from 'vitest';
import { createView, writeBatch } from '../../batches/sources/testing/create-batches.ts';
import { batchReference } from '../../batches/store/batch-store.ts';
import { TEXTS } from '../exports/testing/create-pictures.ts';
import { createDelivery } from './create-delivery.ts';
import { deliveryReference, fileReference } from './delivery-store.ts';
import { retryDelivery } from './retry-delivery.ts';
import { cancelDelivery } from './stop-delivery.ts';
import { PROTOCOLS } from './testing/start-agency.ts';
import { AGENCY, original, originals, setUpDeliveries } from './testing/start-deliveries.ts';

const { firestore, startDeliveries } = await setUpDeliveries();
const HOUR_MS = 60 * 60 * 1000;

describe('a picture is not sent again', () => {
  it('by a retry, once a newer delivery has sent it', async () => {
    const { create, work, read, setAccount, inbox, deps } = await startDeliveries('sftp', 2);
    setAccount({ password: 'not-the-password' });
    const { id: first } = await create();
    await work();
    setAccount();
    await create(false, [original(1)]);
    await work();
    for (const name of inbox.list()) inbox.delete(name);
    expect(await retryDelivery(deps, 'ada', first)).toBe(1);
    await work();
    expect(inbox.arrivals).toHaveLength(2);
    expect((await read(first)).files).toMatchObject([
      { state: 'sent' },
      { state: 'failed', note: 'A newer delivery has sent this picture, or is sending it.' },
    ]);
  });

  it('after a second delivery was asked for and cancelled', async () => {
    const { create, work, deps } = await startDeliveries('sftp', 1);
    await create();
    await work();
    const { id } = await create(true);
    await cancelDelivery(deps, id);
    await work();
    await expect(create()).rejects.toMatchObject({
      code: 'conflict',
      details: [{ message: 'It was sent to this agency.' }],
    });
  });

  it('by two requests at the same time', async () => {
    const { create, work, inbox } = await startDeliveries('sftp', 2);
    const results = await Promise.allSettled([create(), create(), create()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
    await work(2);
    expect(inbox.arrivals).toHaveLength(2);
  });

  it('after another picture of its delivery has expired', async () => {
    const { create, work, read, inbox } = await startDeliveries('sftp', 1);
    const soon = Timestamp.fromMillis(Date.now() + HOUR_MS);
    const foxes = await batchReference(firestore, 'foxes').get();
    const items = { 0: createView({ texts: TEXTS }) };
    const { tool, settings, uploads } = foxes.data() ?? {};
    await writeBatch(firestore, 'owls', { tool, settings, uploads, items, expiresAt: soon });
    const { id } = await create(false, [original(0), { ...original(0), batchId: 'owls' }]);
    await batchReference(firestore, 'owls').update({ expiresAt: Timestamp.fromMillis(1) });
    await work();
    const { delivery, files } = await read(id);
    expect(delivery?.expiresAt).toEqual(foxes.get('expiresAt'));
    expect(Object.fromEntries(files.map(({ picture, state }) => [picture?.batchId, state]))).toEqual({
      foxes: 'sent',
      owls: 'failed',
    });
    expect(inbox.arrivals).toHaveLength(1);
  });
});

it('a delivery that was asked for again can be retried', async () => {
  const { create, work, inbox, setAccount, deps } = await startDeliveries('sftp', 1);
  await create();
  await work();
  for (const name of inbox.list()) inbox.delete(name);
  setAccount({ password: 'not-the-password' });
  const { id } = await create(true);
  await work();
  setAccount();
  expect(await retryDelivery(deps, 'ada', id)).toBe(1);
  await work();
  expect(inbox.arrivals).toHaveLength(2);
});

describe('a revoke', () => {
  it('stops files whose delivery it has not cancelled yet, and their retry', async () => {
    const { create, work, read, inbox, deps, setAccount, queue } = await startDeliveries('sftp', 2);
    const { id } = await create();
    setAccount({ password: 'not-the-password' });
    const [, waits] = queue;
    queue.length = 1;
    await work();
    setAccount();
    if (waits) queue.push(waits);
    await firestore.doc('users/ada').delete();
    await expect(retryDelivery(deps, 'ada', id)).rejects.toMatchObject({ code: 'forbidden' });
    await work();
    expect(inbox.arrivals).toEqual([]);
    expect((await read(id)).files.map(({ state }) => state)).not.toContain('sent');
  });

  it('stops a task that comes before the deliveries are cancelled', async () => {
    const { create, work, read, inbox } = await startDeliveries('sftp', 2);
    const { id } = await create();
    await firestore.doc('users/ada').delete();
    await work();
    expect(inbox).toMatchObject({ arrivals: [], logins: 0 });
    expect((await read(id)).delivery).toMatchObject({ counts: { cancelled: 2 } });
    expect((await read(id)).delivery?.endedAt).not.toBeNull();
  });
});

const taken = () => ({ worker: 'another', dueAt: Timestamp.fromMillis(Date.now() + HOUR_MS) });

describe('a worker', () => {
  it('renews its lease while it sends, and stops when another one has the file', async () => {
    const { create, work, inbox } = await startDeliveries('sftp', 1);
    const { id } = await create();
    const reference = fileReference(firestore, id, 0);
    const readLeaseEnd = async () => (await reference.get()).get('dueAt').toMillis();
    inbox.set({ holdsUploads: true });
    const working = work();
    await expect.poll(() => inbox.logins).toBe(1);
    const leasedUntil = await readLeaseEnd();
    await expect.poll(readLeaseEnd).toBeGreaterThan(leasedUntil);
    const lease = taken();
    await reference.update(lease);
    await working;
    expect((await reference.get()).data()).toMatchObject({ state: 'sending', ...lease });
    inbox.set({ holdsUploads: false });
    expect(inbox.arrivals).toEqual([]);
  });

  it.each([
    ['login', 0],
    ['rename', 1],
  ] as const)('that loses a file at its %s leaves it to the other one', async (step, arrived) => {
    const { create, work, read, inbox } = await startDeliveries('sftp', 1);
    const { id } = await create();
    const lease = taken();
    const act = inbox[step].bind(inbox);
    inbox[step] = (...given) => {
      void fileReference(firestore, id, 0).update(lease);
      return act(...given);
    };
    await work();
    const { delivery, files } = await read(id);
    expect(files).toMatchObject([{ state: 'sending', mayHaveArrived: arrived > 0, ...lease }]);
    expect(delivery).toMatchObject({ counts: { sent: 0 }, endedAt: null });
    expect(inbox.arrivals).toHaveLength(arrived);
  });
});

it('a file that is cancelled during its upload does not arrive, and leaves nothing', async () => {
  const { create, work, read, inbox } = await startDeliveries('sftp', 1);
  const { id } = await create();
  const login = inbox.login.bind(inbox);
  inbox.login = (...given) => {
    void deliveryReference(firestore, id).update({ cancelledAt: Timestamp.now() });
    return login(...given);
  };
  await work();
  expect((await read(id)).files).toMatchObject([{ state: 'cancelled', mayHaveArrived: false }]);
  expect(inbox).toMatchObject({ arrivals: [] });
  expect(inbox.list()).toEqual([]);
});

it('sends a file whose name is as long as a name may be', async () => {
  const { create, work, read, inbox } = await startDeliveries('sftp', 2);
  const { id } = await create();
  const names = [1, 2].map((number) => `${'x'.repeat(250)}${number}.jpg`);
  for (const [index, name] of names.entries()) await fileReference(firestore, id, index).update({ name });
  await work();
  expect((await read(id)).files.map(({ note }) => note)).toEqual([null, null]);
  expect(inbox.arrivals.toSorted()).toEqual(names);
});

it('stops when the account or the server’s identity has changed, and can continue', async () => {
  const { create, work, read, inbox, deps, setAccount } = await startDeliveries('sftp', 2);
  const { id } = await create();
  vi.stubEnv('DELIVERY_ACCOUNTS', '{}');
  await work();
  const removed = 'The portal has no account for this agency any more.';
  expect((await read(id)).delivery).toMatchObject({ stopped: removed, counts: { failed: 2 } });
  setAccount({ hostKey: `SHA256:${'A'.repeat(43)}` });
  expect(await retryDelivery(deps, 'ada', id)).toBe(2);
  await work();
  expect((await read(id)).delivery?.stopped).toMatch(
    /so nothing was sent\. Ask an admin to check the account\.$/,
  );
  expect(inbox.logins).toBe(0);
  setAccount();
  await retryDelivery(deps, 'ada', id);
  await work();
  expect((await read(id)).delivery).toMatchObject({ stopped: null, counts: { sent: 2, failed: 0 } });
});

describe.each(PROTOCOLS)('%s', (protocol) => {
  it('gives up on a server that confirms more than it keeps', async () => {
    const { create, work, read, inbox } = await startDeliveries(protocol, 1);
    inbox.faults.keepsAtMost = 1000;
    const { id } = await create();
    await work();
    expect((await read(id)).files).toMatchObject([
      { state: 'failed', note: 'The file at the agency’s server has another size than ours.', attempts: 8 },
    ]);
    expect(inbox.arrivals).toEqual([]);
  });

  it.each([1, 2, 3])('does not fail a file that a lost rename moves after look %i', async (look) => {
    const { create, work, read, inbox } = await startDeliveries(protocol, 1);
    const { id } = await create();
    const name = (await read(id)).files[0]?.name ?? '';
    inbox.faults.cutAtRename = 'before';
    const { findSize } = inbox;
    let looks = 0;
    inbox.findSize = (path) => {
      const size = findSize(path);
      // Of the second attempt.
      const isLook = inbox.faults.cutAtRename === null && (path === name || path.endsWith('.part'));
      if (isLook) looks += 1;
      if (isLook && looks === look) for (const part of inbox.list()) inbox.rename(part, name);
      return size;
    };
    await work();
    expect((await read(id)).files).toMatchObject([{ state: 'sent', note: null }]);
    expect(inbox.arrivals).toEqual([name]);
  });

  it('sends a file again that the server has lost before the rename, if asked to', async () => {
    const { create, work, read, inbox, deps } = await startDeliveries(protocol, 1);
    inbox.faults.losesAtRename = true;
    const { id } = await create();
    await work();
    expect((await read(id)).files).toMatchObject([{ state: 'failed', mayHaveArrived: false }]);
    expect(await retryDelivery(deps, 'ada', id)).toBe(1);
    await work();
    expect((await read(id)).files).toMatchObject([{ state: 'sent', note: null }]);
    expect(inbox.arrivals).toHaveLength(1);
  });
});

it('answers simultaneous repetitions of a request with one delivery', async () => {
  const { deps, queue } = await startDeliveries('sftp', 2);
  const request = { agency: AGENCY, pictures: originals(2), again: false };
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await createDelivery(deps, 'ada', request, 'one')).id),
  );
  expect(new Set(ids).size).toBe(1);
  expect(queue).toHaveLength(2);
});
