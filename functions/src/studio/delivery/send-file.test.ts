import { createHash } from 'node:crypto';
import type { DeliveryAccount } from '@portal/contracts/deployment';
import { describe, expect, it } from 'vitest';
import { sendFile, type OutgoingFile } from './send-file.ts';
import { makeBytes, PROTOCOLS, startAgency } from './testing/start-agency.ts';
import { openTransport } from './transports/open-transport.ts';

const LENGTH = 3 * 1024 ** 2 + 17;

const createFile = (overrides: Partial<OutgoingFile> = {}): OutgoingFile => ({
  name: 'red-kite.jpg',
  partName: 'red-kite.jpg.d1.part',
  bytes: makeBytes(LENGTH),
  supportsRename: true,
  mayHaveArrived: false,
  ...overrides,
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** One attempt on a new connection, as a worker makes. Returns whether it was stored that the file may have arrived. */
async function attempt(account: DeliveryAccount, file: OutgoingFile) {
  const transport = await openTransport(account, AbortSignal.timeout(20_000));
  const seen = { mayHaveArrived: file.mayHaveArrived, progress: [] as number[] };
  try {
    const outcome = await sendFile(transport, file, {
      markMayHaveArrived: async () => void (seen.mayHaveArrived = true),
      setProgress: (sent) => seen.progress.push(sent),
    });
    return { outcome, error: undefined, ...seen };
  } catch (error) {
    return { outcome: undefined, error, ...seen };
  } finally {
    await transport.close();
  }
}

it('fills a gap that SFTP has left in a file as long as ours', async () => {
  const { inbox, account } = await startAgency('sftp');
  const file = createFile();
  const gap = Buffer.from(file.bytes).fill(0, LENGTH - 500_000, LENGTH - 499_000);
  inbox.write(file.partName, 0, gap);
  expect(await attempt(account, file)).toMatchObject({ outcome: 'sent' });
  expect(inbox.report().files).toMatchObject([{ name: file.name, sha256: sha256(file.bytes) }]);
});

describe.each(PROTOCOLS)('%s', (protocol) => {
  it('sends a file whole, under its final name only', async () => {
    const { inbox, account } = await startAgency(protocol);
    const file = createFile();
    const { outcome, progress } = await attempt(account, file);
    expect(outcome).toBe('sent');
    expect(inbox.report()).toMatchObject({
      files: [{ name: file.name, bytes: LENGTH, sha256: sha256(file.bytes) }],
      arrivals: [file.name],
      received: LENGTH,
    });
    expect(progress.at(-1)).toBe(LENGTH);
  });

  it('resumes after lost connections', async () => {
    const { inbox, account } = await startAgency(protocol);
    inbox.faults.cuts = [1_200_000, 800_000, 5];
    const file = createFile();
    for (let cuts = 0; cuts < 3; cuts += 1) {
      expect(await attempt(account, file)).toMatchObject({ error: { failure: 'connection' } });
      expect(inbox.arrivals).toEqual([]);
    }
    expect(await attempt(account, file)).toMatchObject({ outcome: 'sent' });
    expect(inbox.report().files).toEqual([{ name: file.name, bytes: LENGTH, sha256: sha256(file.bytes) }]);
    // SFTP repeats the window that was not confirmed.
    expect(inbox.received).toBeLessThan(LENGTH * 2);
  });

  it('starts again where the server has more than the file', async () => {
    const { inbox, account } = await startAgency(protocol);
    const file = createFile();
    inbox.write(file.partName, 0, makeBytes(LENGTH + 1));
    expect(await attempt(account, file)).toMatchObject({ outcome: 'sent' });
    expect(inbox.report().files).toMatchObject([{ sha256: sha256(file.bytes) }]);
  });

  it.each(['before', 'after'] as const)('is not sent twice if cut %s the rename', async (at) => {
    const { inbox, account } = await startAgency(protocol);
    const file = createFile();
    inbox.faults.cutAtRename = at;
    const first = await attempt(account, file);
    expect(first).toMatchObject({ error: { failure: 'connection' }, mayHaveArrived: true });
    const second = await attempt(account, { ...file, mayHaveArrived: first.mayHaveArrived });
    expect(second.outcome).toBe('sent');
    expect(inbox.report()).toMatchObject({
      files: [{ name: file.name, sha256: sha256(file.bytes) }],
      arrivals: [file.name],
      received: LENGTH,
    });
  });

  it('is not sent again once the agency has taken it', async () => {
    const { inbox, account } = await startAgency(protocol);
    const file = createFile();
    inbox.faults.cutAtRename = 'after';
    inbox.faults.takesFiles = true;
    const { mayHaveArrived } = await attempt(account, file);
    expect(await attempt(account, { ...file, mayHaveArrived })).toMatchObject({ outcome: 'taken' });
    expect(inbox.report()).toMatchObject({ files: [], taken: [{ sha256: sha256(file.bytes) }] });
  });

  it('does not replace a file of the same name', async () => {
    const { inbox, account } = await startAgency(protocol);
    const file = createFile();
    inbox.write(file.name, 0, Buffer.from('other'));
    expect(await attempt(account, file)).toMatchObject({
      error: {
        failure: 'refused',
        message: expect.stringContaining('already has a file named red-kite.jpg'),
      },
    });
    expect(inbox.report().files).toMatchObject([{ name: file.name, bytes: 5 }]);
  });

  it('does not replace a file of the same name that came while it was uploaded', async () => {
    const { inbox, account } = await startAgency(protocol);
    inbox.faults.replacesFiles = true;
    const file = createFile();
    const transport = await openTransport(account, AbortSignal.timeout(20_000));
    const sending = sendFile(transport, file, {
      markMayHaveArrived: async () => undefined,
      setProgress: () => inbox.write(file.name, 0, Buffer.from('other')),
    });
    await expect(sending).rejects.toMatchObject({ message: expect.stringContaining('already has a file') });
    await transport.close();
    expect(inbox.read(file.name).toString()).toBe('other');
  });

  it('reports a full disk', async () => {
    const { inbox, account } = await startAgency(protocol);
    inbox.faults.capacity = 1_000_000;
    expect(await attempt(account, createFile())).toMatchObject({ error: { failure: 'storage' } });
    expect(inbox.arrivals).toEqual([]);
  });

  it('reports that the server cannot rename, and sends without renaming', async () => {
    const { inbox, account } = await startAgency(protocol);
    inbox.faults.refusesRename = true;
    const file = createFile();
    expect(await attempt(account, file)).toMatchObject({
      error: { failure: 'refused', message: expect.stringContaining('supportsRename') },
    });
    inbox.delete(file.partName);
    const inPlace = { ...file, supportsRename: false };
    inbox.faults.cuts = [1_500_000];
    const first = await attempt(account, inPlace);
    expect(first).toMatchObject({ error: { failure: 'connection' }, mayHaveArrived: true });
    const second = await attempt(account, { ...inPlace, mayHaveArrived: true });
    expect(second.outcome).toBe('sent');
    expect(inbox.report().files).toEqual([{ name: file.name, bytes: LENGTH, sha256: sha256(file.bytes) }]);
  });

  it('asks a person whether a file without rename has arrived', async () => {
    const { inbox, account } = await startAgency(protocol);
    const file = createFile({ supportsRename: false, mayHaveArrived: true });
    expect(await attempt(account, file)).toMatchObject({
      error: { failure: 'refused', message: expect.stringContaining('Check at the agency') },
    });
    expect(inbox.received).toBe(0);
  });

  it('reports that a file sent without a rename was taken immediately', async () => {
    const { inbox, account } = await startAgency(protocol);
    inbox.faults.takesFiles = true;
    const file = createFile({ supportsRename: false });
    expect(await attempt(account, file)).toMatchObject({ outcome: 'taken' });
    expect(inbox.report().taken).toMatchObject([{ sha256: sha256(file.bytes) }]);
  });

  it('tries a wrong password once', async () => {
    const { inbox, account } = await startAgency(protocol);
    const opening = openTransport({ ...account, password: 'wrong' }, AbortSignal.timeout(10_000));
    await expect(opening).rejects.toMatchObject({ failure: 'login' });
    expect(inbox.wrongPasswords).toBe(1);
  });

  it('reports that nothing answers', async () => {
    const { account } = await startAgency(protocol);
    const opening = openTransport({ ...account, port: 1 }, AbortSignal.timeout(10_000));
    await expect(opening).rejects.toMatchObject({
      failure: 'connection',
      message: 'There is no connection to the agency’s server.',
    });
  });

  it('stops when the worker has to', async () => {
    const { account, inbox } = await startAgency(protocol);
    const stop = new AbortController();
    const transport = await openTransport(account, stop.signal);
    const sending = sendFile(transport, createFile(), {
      markMayHaveArrived: async () => undefined,
      setProgress: () => stop.abort(new Error('The lease was lost.')),
    });
    await expect(sending).rejects.toMatchObject({ failure: 'connection' });
    expect(inbox.arrivals).toEqual([]);
  });
});

it('sends no password to a server with another host key', async () => {
  const { inbox, account } = await startAgency('sftp');
  const hostKey = `SHA256:${'A'.repeat(43)}`;
  if (account.protocol !== 'sftp') throw new Error('Not SFTP.');
  const opening = openTransport({ ...account, hostKey }, AbortSignal.timeout(10_000));
  await expect(opening).rejects.toMatchObject({
    failure: 'identity',
    message: expect.stringMatching(/so nothing was sent\. Ask an admin to check the account\.$/),
  });
  expect(inbox).toMatchObject({ wrongPasswords: 0, logins: 0 });
});

it('sends no password to a server without a valid certificate', async () => {
  const { inbox, account } = await startAgency('ftps');
  if (account.protocol !== 'ftps') throw new Error('Not FTPS.');
  const { certificateAuthority: _, ...unknown } = account;
  const opening = openTransport(unknown, AbortSignal.timeout(10_000));
  await expect(opening).rejects.toMatchObject({
    failure: 'identity',
    message: expect.stringMatching(/so nothing was sent\. Ask an admin to check the account\.$/),
  });
  expect(inbox).toMatchObject({ wrongPasswords: 0, logins: 0 });
});
