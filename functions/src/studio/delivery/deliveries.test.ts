import { createDelivery as createCall, getDelivery, listDeliveries } from '@portal/contracts/delivery';
import { getStudioSettings, StudioSettingsSchema } from '@portal/contracts/studio-settings';
import { readMetadata } from '@portal/image-metadata';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it, vi } from 'vitest';
import { batchReference } from '../../batches/store/batch-store.ts';
import { createObject } from '../../pictures/uploads/testing/start-storage.ts';
import { createDelivery } from './create-delivery.ts';
import { deliveryReference, fileReference } from './delivery-store.ts';
import { retryDelivery } from './retry-delivery.ts';
import { cancelDelivery, cancelDeliveriesOf } from './stop-delivery.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';
import { PROTOCOLS } from './testing/start-agency.ts';
import { AGENCY, original, originals, setUpDeliveries } from './testing/start-deliveries.ts';

const { firestore, pictures, startDeliveries: start } = await setUpDeliveries();

const START_OF_TABLES = Buffer.of(0xff, 0xdb);

/** All of a JPEG but the segments in which its texts are. */
const readImageData = (jpeg = Buffer.alloc(0)) => jpeg.subarray(jpeg.indexOf(START_OF_TABLES));

type Started = Awaited<ReturnType<typeof start>>;

/** Each picture is there exactly once, whole: pixels and texts are those of the original. */
async function expectOnce({ inbox, read }: Started, id: string, count: number) {
  const { delivery, files } = await read(id);
  expect(delivery).toMatchObject({ counts: { sent: count, failed: 0, cancelled: 0 }, total: count });
  expect(delivery?.endedAt).not.toBeNull();
  expect(files.map(({ state }) => state)).toEqual(Array(count).fill('sent'));
  const names = files.map(({ name }) => name).toSorted();
  expect(inbox.list().toSorted()).toEqual(names);
  expect([...inbox.arrivals].toSorted()).toEqual(names);
  for (const file of files) {
    const bytes = inbox.read(file.name);
    const index = file.picture?.index ?? -1;
    expect(bytes.length).toBe(file.prepared?.bytes);
    // Decoding both pictures would take most of the test's time.
    expect(bytes.indexOf(readImageData(pictures[index])), file.name).toBeGreaterThan(0);
    expect(readMetadata(bytes)).toMatchObject({ title: `Red fox in the snow ${index}` });
  }
}

describe.each(PROTOCOLS)('%s', (protocol) => {
  it('delivers 8 files once, with three lost connections and tasks delivered twice', async () => {
    const started = await start(protocol, 8);
    const { inbox, create, work, objects } = started;
    const total = pictures.reduce((sum, { length }) => sum + length, 0);
    inbox.faults.cuts = [1, 2, 3].map(() => Math.floor((Math.random() * total) / 4) + 1);
    const { id } = await create();
    await work(2);
    expect(inbox.faults.cuts).toEqual([]);
    await expectOnce(started, id, 8);
    expect([...objects.keys()].filter((name) => name.startsWith('deliveries/'))).toEqual([]);
  });
});

describe('a delivery', () => {
  it('stops all files after a wrong password, and sends them when it is right', async () => {
    const started = await start('sftp', 6);
    const { inbox, create, work, read, setAccount, deps } = started;
    setAccount({ password: 'not-the-password' });
    const { id } = await create();
    await work();
    // One attempt of each worker.
    expect(inbox.wrongPasswords).toBeLessThanOrEqual(2);
    const { delivery, files } = await read(id);
    const reason = 'The agency does not accept the user name or password.';
    expect(delivery).toMatchObject({ stopped: reason, counts: { failed: 6 } });
    expect(new Set(files.map(({ note }) => note))).toEqual(new Set([reason]));
    setAccount();
    expect(await retryDelivery(deps, 'ada', id)).toBe(6);
    await work();
    await expectOnce(started, id, 6);
  });

  it('fails what does not fit on the disk, and sends it once there is space', async () => {
    const started = await start('sftp', 6);
    const { inbox, create, work, read, deps } = started;
    inbox.faults.capacity = 3.5 * (pictures[0]?.length ?? 0);
    const { id } = await create();
    await work();
    const { delivery, files } = await read(id);
    expect(delivery?.counts.failed).toBeGreaterThan(0);
    expect(delivery?.counts.sent).toBeGreaterThan(0);
    const notes = files.flatMap(({ state, note }) => (state === 'failed' ? [note] : []));
    expect(new Set(notes).size).toBe(1);
    expect(notes[0]).toContain('disk or your quota may be full');
    inbox.faults.capacity = null;
    expect(await retryDelivery(deps, 'ada', id)).toBe(delivery?.counts.failed);
    await work();
    await expectOnce(started, id, 6);
  });

  it('does not send a file again whose worker was killed after it had arrived', async () => {
    const started = await start('sftp', 2);
    const { inbox, create, work, queue, deps } = started;
    const { id } = await create();
    await work();
    const { received } = inbox;
    // As the worker left it: its last change was never written.
    const left = { state: 'sending', worker: 'killed', sentAt: null, dueAt: Timestamp.fromMillis(1) };
    await fileReference(firestore, id, 1).update(left);
    const changes = { 'counts.sent': FieldValue.increment(-1), endedAt: null };
    await deliveryReference(firestore, id).update(changes);
    const { prepared } = (await started.read(id)).files[1] ?? {};
    started.objects.set(
      prepared?.path ?? '',
      createObject({ bytes: inbox.read((await started.read(id)).files[1]?.name ?? '') }),
    );
    expect(await sweepDeliveries(deps)).toBe(1);
    expect(queue).toHaveLength(1);
    await work();
    await expectOnce(started, id, 2);
    expect(inbox.received).toBe(received);
  });

  it('is refused for pictures that were sent before, unless asked for again', async () => {
    const { create, work, deps } = await start('sftp', 3);
    const { id } = await create(false, originals(2));
    const refused = { code: 'conflict', details: [{ path: 'pictures.1' }, { path: 'pictures.2' }] };
    const chosen = [original(2), original(0), original(1)];
    await expect(create(false, chosen)).rejects.toMatchObject(refused);
    await work();
    await expect(create(false, chosen)).rejects.toMatchObject({
      ...refused,
      details: [{ message: 'It was sent to this agency.' }, { message: 'It was sent to this agency.' }],
    });
    expect(await create(true, chosen)).toMatchObject({ total: 3 });
    expect(id).not.toBe('');
    await cancelDeliveriesOf(deps, 'ada');
  });

  it('may contain pictures whose delivery was cancelled', async () => {
    const { create, deps, read } = await start('sftp', 2);
    const { id } = await create();
    expect(await cancelDelivery(deps, id)).toBe(2);
    expect((await read(id)).delivery).toMatchObject({ counts: { cancelled: 2 } });
    expect((await read(id)).delivery?.endedAt).not.toBeNull();
    expect(await create()).toMatchObject({ total: 2 });
  });

  it('sends the CSV after the pictures', async () => {
    const { create, work, inbox, setAccount, read } = await start('ftps', 2);
    setAccount({ takesCsv: true });
    const { id } = await create();
    await work();
    const { files } = await read(id);
    expect(inbox.arrivals).toHaveLength(3);
    expect(inbox.arrivals.at(-1)).toMatch(/^adobe_stock_\w{8}\.csv$/);
    const csv = inbox.read(inbox.arrivals.at(-1) ?? '').toString();
    for (const { name, picture } of files) if (picture) expect(csv).toContain(name);
  });

  it('fails the pictures that are deleted meanwhile', async () => {
    const { create, work, read, inbox } = await start('sftp', 2);
    const { id } = await create();
    await batchReference(firestore, 'foxes').update({ deletedItems: [1] });
    await work();
    expect((await read(id)).files).toMatchObject([
      { state: 'sent' },
      { state: 'failed', note: 'This picture was deleted.' },
    ]);
    expect(inbox.arrivals).toHaveLength(1);
  });

  it('is cancelled when its owner is revoked, and by the sweep if that was interrupted', async () => {
    const { create, deps, read, work, inbox } = await start('sftp', 2);
    const { id } = await create();
    await firestore.doc('users/ada').delete();
    await sweepDeliveries(deps);
    expect((await read(id)).delivery?.counts.cancelled).toBe(2);
    await work();
    expect(inbox.arrivals).toEqual([]);
  });

  it('starts lost files again', async () => {
    const started = await start('sftp', 2);
    const { create, queue, deps, work } = started;
    const { id } = await create();
    queue.length = 0;
    expect(await sweepDeliveries(deps)).toBe(0);
    expect(await sweepDeliveries(deps, Date.now() + 6 * 60 * 1000)).toBe(2);
    await work();
    await expectOnce(started, id, 2);
  });

  it('reports that the agency has taken a file', async () => {
    const { create, work, read, inbox } = await start('sftp', 1);
    inbox.faults.takesFiles = true;
    inbox.faults.cutAtRename = 'after';
    const { id } = await create();
    await work();
    expect((await read(id)).files).toMatchObject([
      { state: 'sent', note: 'The agency has taken it out of the folder.' },
    ]);
    expect(inbox.taken).toHaveLength(1);
  });
});

describe('the API', () => {
  it('answers only the owner, and never with a password', async () => {
    const { create, work, call } = await start('sftp', 1);
    const { id } = await create();
    await work();
    const listed = await call('GET', '/api/deliveries', 'ada');
    expect(listDeliveries.response.parse(listed.body).deliveries).toMatchObject([
      { id, agencyName: 'Adobe Stock', target: { protocol: 'sftp', host: '127.0.0.1' }, counts: { sent: 1 } },
    ]);
    const found = await call('GET', `/api/deliveries/${id}`, 'ada');
    expect(getDelivery.response.parse(found.body).files).toMatchObject([{ state: 'sent' }]);
    const accounts = await call('GET', '/api/deliveries/accounts', 'ada');
    expect(accounts.body).toEqual({
      accounts: [{ agency: AGENCY, agencyName: 'Adobe Stock', protocol: 'sftp', host: '127.0.0.1' }],
    });
    expect(JSON.stringify([listed, found, accounts])).not.toContain('sandbox-');
    await firestore.doc('users/bo').set({ email: 'bo@studio.example', role: 'user' });
    expect((await call('GET', '/api/deliveries', 'bo')).body).toEqual({ deliveries: [] });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['POST', '/retry'],
    ] as const)
      expect((await call(method, `/api/deliveries/${id}${path}`, 'bo')).status).toBe(404);
    expect((await call('POST', `/api/deliveries/accounts/${AGENCY}/check`, 'bo')).status).toBe(403);
  });

  it('checks an account for admins', async () => {
    const { call, setAccount, inbox } = await start('sftp', 1);
    await firestore.doc('users/ada').set({ email: 'ada@studio.example', role: 'admin' });
    const check = async () => (await call('POST', `/api/deliveries/accounts/${AGENCY}/check`, 'ada')).body;
    inbox.write('one.jpg', 0, Buffer.from('1'));
    expect(await check()).toEqual({
      isReachable: true,
      message: 'Logged in at 127.0.0.1. The folder has 1 file.',
    });
    setAccount({ password: 'wrong' });
    expect(await check()).toMatchObject({ isReachable: false, message: expect.stringContaining('password') });
    expect((await call('POST', '/api/deliveries/accounts/other/check', 'ada')).status).toBe(404);
  });

  it('sends nothing while an admin has deliveries turned off', async () => {
    const { create, work, call } = await start('sftp', 1);
    const { id } = await create();
    await work();
    await firestore.doc('settings/tools').set({ deliveries: 'off' });
    await firestore.doc('users/ada').set({ email: 'ada@studio.example', role: 'admin' });
    const refused = {
      status: 400,
      body: { error: 'Deliveries are off. An admin can turn them on in Settings.' },
    };
    const request = { agency: AGENCY, pictures: originals(1), again: true };
    expect(await call('POST', '/api/deliveries', 'ada', request)).toMatchObject(refused);
    expect(await call('POST', `/api/deliveries/${id}/retry`, 'ada')).toMatchObject(refused);
    expect(await call('POST', `/api/deliveries/accounts/${AGENCY}/check`, 'ada')).toMatchObject(refused);
    expect((await call('GET', '/api/deliveries/accounts', 'ada')).body).toEqual({ accounts: [] });
    const listed = await call('GET', '/api/deliveries', 'ada');
    expect(listed.body).toMatchObject({ deliveries: [{ id, counts: { sent: 1 } }] });

    await firestore.doc('settings/tools').set({ deliveries: 'on' });
    expect(await call('POST', `/api/deliveries/${id}/retry`, 'ada')).toMatchObject({
      status: 200,
      body: { retried: 0 },
    });
  });

  it('turns deliveries on by default where the studio has an account', async () => {
    const { call } = await start('sftp', 1);
    await firestore.doc('users/ada').set({ email: 'ada@studio.example', role: 'admin' });
    const readDefault = async () =>
      StudioSettingsSchema.parse((await call('GET', getStudioSettings.path, 'ada')).body).tools.default
        .deliveries;
    expect(await readDefault()).toBe('on');
    for (const secret of ['{}', '', 'damaged']) {
      vi.stubEnv('DELIVERY_ACCOUNTS', secret);
      expect(await readDefault(), secret).toBe('off');
    }
  });

  it('answers the same request with the same delivery', async () => {
    const { deps, queue } = await start('sftp', 1);
    const request = { agency: AGENCY, pictures: originals(1), again: false };
    const create = (key: string, again = false) => createDelivery(deps, 'ada', { ...request, again }, key);
    const first = await create('one');
    expect(createCall.response.parse(await create('one'))).toEqual(first);
    expect(queue).toHaveLength(1);
    await expect(create('one', true)).rejects.toMatchObject({ code: 'conflict' });
  });
});
