/** SFTP version 3 as an agency's upload server has it: one flat folder, password only, no downloads. */
import type { Socket } from 'node:net';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';
import { ConnectionCut, DiskFull, MAX_NAME_LENGTH, Stalled, type Inbox } from './inbox.ts';
import { listenOn, type AgencyServer } from './agency-server.ts';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
const FILE_MODE = 0o100_644;
const FOLDER_MODE = 0o040_755;
const ROOTS: ReadonlySet<string> = new Set(['.', '/', '']);

export async function startSftpServer(
  inbox: Inbox,
  hostKey: string,
  { port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {},
): Promise<AgencyServer> {
  const clients = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client);
    socketOf(client).setNoDelay(true);
    inbox.connections += 1;
    client.on('close', () => {
      clients.delete(client);
      inbox.connections -= 1;
    });
    // A client that is killed resets its connection.
    client.on('error', () => undefined);
    if (inbox.connections > inbox.faults.maxConnections) {
      client.end();
      return;
    }
    client.on('authentication', (attempt) => {
      const isKnown = attempt.method === 'password' && inbox.login(attempt.username, attempt.password);
      if (isKnown) attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (open) => serve(open(), client, inbox));
    });
  });
  return listenOn(server, port, host, () => {
    for (const client of clients) client.end();
  });
}

function serve(sftp: SFTPWrapper, client: Connection, inbox: Inbox): void {
  const handles = new Map<number, { name: string; isListed: boolean }>();
  let lastHandle = 0;
  const nameOf = (path: string) => path.replace(/^(\.?\/)+/, '');
  const open = (name: string): Buffer => {
    lastHandle += 1;
    handles.set(lastHandle, { name, isListed: false });
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(lastHandle);
    return handle;
  };
  const find = (handle: Buffer) => handles.get(handle.length === 4 ? handle.readUInt32BE() : 0);
  const describe = (name: string) => {
    const size = ROOTS.has(name) ? 0 : inbox.findSize(name);
    const mode = ROOTS.has(name) ? FOLDER_MODE : FILE_MODE;
    return size === undefined ? undefined : { mode, uid: 1, gid: 1, size, atime: 0, mtime: 0 };
  };
  const stat = (id: number, path: string) => {
    const found = describe(nameOf(path));
    if (found) sftp.attrs(id, found);
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  };
  /** Faults end in a status or in the end of the connection. */
  let isCut = false;
  const perform = (id: number, act: () => boolean): void => {
    // Requests that had arrived before.
    if (isCut) return;
    try {
      sftp.status(id, act() ? STATUS_CODE.OK : STATUS_CODE.FAILURE);
    } catch (error) {
      // Version 3 has no code of its own for a full disk.
      if (error instanceof DiskFull) sftp.status(id, STATUS_CODE.FAILURE);
      else if (error instanceof ConnectionCut) {
        isCut = true;
        cut(client);
      } else if (!(error instanceof Stalled)) throw error;
    }
  };

  sftp.on('REALPATH', (id, path) => {
    const name = nameOf(path);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the protocol ignores these attributes
    sftp.name(id, [{ filename: ROOTS.has(name) ? '/' : `/${name}`, longname: '', attrs: {} as never }]);
  });
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('FSTAT', (id, handle) => stat(id, find(handle)?.name ?? '?'));
  // Clients set the mode of a file that they have created.
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  const openFile = (id: number, path: string, flags: number) => {
    const name = nameOf(path);
    if (name.includes('/') || name.length > MAX_NAME_LENGTH) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    if ((flags & OPEN_MODE.WRITE) === 0) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
    const isNew = inbox.findSize(name) === undefined;
    if (isNew && (flags & OPEN_MODE.CREAT) === 0) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    if (!isNew && (flags & OPEN_MODE.EXCL) !== 0) return sftp.status(id, STATUS_CODE.FAILURE);
    if (isNew || (flags & OPEN_MODE.TRUNC) !== 0) inbox.create(name);
    return sftp.handle(id, open(name));
  };
  sftp.on('OPEN', (id, path, flags) => {
    const held = inbox.hold();
    if (held) void held.then(() => openFile(id, path, flags));
    else openFile(id, path, flags);
  });
  sftp.on('WRITE', (id, handle, offset, data) =>
    perform(id, () => {
      const file = find(handle);
      if (!file) return false;
      inbox.write(file.name, offset, data);
      return true;
    }),
  );
  sftp.on('CLOSE', (id, handle) =>
    perform(id, () => {
      const file = find(handle);
      if (file && !ROOTS.has(file.name)) inbox.finish(file.name);
      return handles.delete(handle.readUInt32BE());
    }),
  );
  sftp.on('RENAME', (id, from, to) => {
    if (inbox.faults.refusesRename) sftp.status(id, STATUS_CODE.OP_UNSUPPORTED);
    else perform(id, () => inbox.rename(nameOf(from), nameOf(to)));
  });
  sftp.on('REMOVE', (id, path) => {
    sftp.status(id, inbox.delete(nameOf(path)) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
  });
  sftp.on('OPENDIR', (id, path) => {
    if (ROOTS.has(nameOf(path))) sftp.handle(id, open(''));
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  });
  sftp.on('READDIR', (id, handle) => {
    const folder = find(handle);
    if (!folder || folder.isListed) return sftp.status(id, STATUS_CODE.EOF);
    folder.isListed = true;
    const entries = inbox.list().flatMap((filename) => {
      const attrs = describe(filename);
      return attrs
        ? [{ filename, longname: `-rw-r--r-- 1 1 1 ${attrs.size} Jan 1 00:00 ${filename}`, attrs }]
        : [];
    });
    return sftp.name(id, entries);
  });
}

/** Without a goodbye, as when a cable is pulled. */
const cut = (client: Connection): unknown => socketOf(client).destroy();

function socketOf(client: Connection): Socket {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ssh2 has no public way to drop a connection
  const { _sock: socket } = client as unknown as { _sock: Socket };
  return socket;
}
