import { afterEach, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import {
  readDelivery,
  readInbox,
  resetAgencies,
  setAgencyFaults,
  startDelivery,
  waitForDelivery,
  writePhotographs,
} from '../support/deliveries.ts';
import { firestore } from '../support/firestore.ts';
import { setLatency } from '../support/sandbox.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterEach(() => resetAgencies());

const AGENCIES = [
  { protocol: 'sftp', agency: 'adobe-stock' },
  { protocol: 'ftps', agency: 'shutterstock' },
] as const;
type Agency = (typeof AGENCIES)[number];
/** Both at once: waiting takes most of the time. */
const forEachAgency = <T>(run: (agency: Agency) => Promise<T>): Promise<T[]> =>
  Promise.all(AGENCIES.map(run));

test('each file arrives once, though connections are cut and a worker is killed', async () => {
  const pictures = await writePhotographs(artist, 6);
  const workers = await forEachAgency(async ({ protocol, agency }) => {
    await setAgencyFaults(protocol, { cuts: [1000, 40_000, 60_000], stallsAtRename: true });
    const id = await startDelivery(artist, agency, pictures);
    // The first rename stalls. Others follow from the second worker.
    const readFirst = async () => (await readInbox(protocol)).arrivals[0];
    await expect.poll(readFirst, { message: protocol }).toBeDefined();
    const first = await readFirst();
    const stalled = (await readDelivery(artist, id)).files.find(({ name }) => name === first);
    const record = firestore.doc(`deliveries/${id}/files/${String(stalled?.index).padStart(4, '0')}`);
    return { id, protocol, worker: String((await record.get()).get('worker')) };
  });
  for (const pid of new Set(workers.map(({ worker }) => Number.parseInt(worker, 10)))) {
    process.kill(pid, 'SIGKILL');
  }
  for (const { id, protocol } of workers) {
    const delivery = await waitForDelivery(artist, id);
    expect(delivery.counts, protocol).toEqual({ sent: 6, failed: 0, cancelled: 0 });
    const { files } = await readDelivery(artist, id);
    const inbox = await readInbox(protocol);
    expect(inbox.arrivals.toSorted(), protocol).toEqual(files.map(({ name }) => name).toSorted());
    const sizes = new Map(inbox.files.map(({ name, bytes }) => [name, bytes]));
    for (const { name, bytes } of files) expect(sizes.get(name), `${protocol}: ${name}`).toBe(bytes);
  }
});
