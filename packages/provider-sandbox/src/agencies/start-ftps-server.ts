/**
 * FTP with explicit TLS (RFC 959, 2228, 2428, 3659, 4217) as an agency's upload server has it: one flat folder, TLS before the
 * password and for data, and data connections that resume the session of the control connection, as vsftpd requires by default
 * (`require_ssl_reuse`).
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import { listenOn, type AgencyServer } from './agency-server.ts';
import { ConnectionCut, DiskFull, MAX_NAME_LENGTH, Stalled, type Inbox } from './inbox.ts';

interface TlsIdentity {
  key: string;
  certificate: string;
}

export async function startFtpsServer(
  inbox: Inbox,
  { key, certificate }: TlsIdentity,
  { port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {},
): Promise<AgencyServer> {
  const context = createSecureContext({ key, cert: certificate });
  const sessions = new Set<FtpSession>();
  const server = createServer((socket) => {
    const session = new FtpSession(socket, inbox, context, host);
    sessions.add(session);
    socket.once('close', () => sessions.delete(session));
  });
  return listenOn(server, port, host, () => {
    for (const session of sessions) session.drop();
  });
}

const BEFORE_TLS: ReadonlySet<string> = new Set(['AUTH', 'FEAT', 'QUIT', 'NOOP']);
const BEFORE_LOGIN: ReadonlySet<string> = new Set([...BEFORE_TLS, 'PBSZ', 'PROT', 'USER', 'PASS', 'OPTS']);
const FEATURES = ['AUTH TLS', 'EPSV', 'MLST type*;size*;modify*;', 'PBSZ', 'PROT', 'SIZE', 'UTF8'];

class FtpSession {
  readonly #raw: Socket;
  #control: Socket;
  readonly #inbox: Inbox;
  readonly #context: SecureContext;
  readonly #host: string;
  #isPrivate = false;
  #user: string | undefined;
  #isLoggedIn = false;
  #passive: { server: Server; data: Promise<Socket> } | undefined;
  #data: Socket | undefined;
  #renameFrom: string | undefined;
  #pending = Promise.resolve();

  constructor(socket: Socket, inbox: Inbox, context: SecureContext, host: string) {
    this.#raw = socket;
    this.#control = socket;
    this.#inbox = inbox;
    this.#context = context;
    this.#host = host;
    inbox.connections += 1;
    socket.once('close', () => {
      inbox.connections -= 1;
      this.drop();
    });
    this.#listen(socket);
    if (inbox.connections > inbox.faults.maxConnections) {
      this.#reply('421 Too many connections.');
      socket.end();
    } else this.#reply('220 Ready.');
  }

  /** Without a goodbye. */
  drop(): void {
    this.#passive?.server.close();
    this.#data?.destroy();
    this.#raw.destroy();
  }

  #reply(...lines: string[]): void {
    if (this.#control.writable) this.#control.write(`${lines.join('\r\n')}\r\n`);
  }

  #listen(socket: Socket): void {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      const lines = text.split('\r\n');
      text = lines.pop() ?? '';
      for (const line of lines) this.#pending = this.#pending.then(() => this.#obey(line));
    });
  }

  async #obey(line: string): Promise<void> {
    const [, word = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const command = word.toUpperCase();
    const isSecure = this.#control instanceof TLSSocket;
    if (!isSecure && !BEFORE_TLS.has(command)) return this.#reply('530 Use AUTH TLS first.');
    if (!this.#isLoggedIn && !BEFORE_LOGIN.has(command)) return this.#reply('530 Log in first.');
    try {
      await this.#perform(command, rest);
    } catch (error) {
      if (error instanceof ConnectionCut) this.drop();
      else if (error instanceof DiskFull) this.#reply('452 No space left on device.');
      else if (!(error instanceof Stalled)) this.#reply('451 The server has failed.');
    }
  }

  async #perform(command: string, rest: string): Promise<void> {
    const inbox = this.#inbox;
    const name = rest.replace(/^(\.?\/)+/, '');
    const size = inbox.findSize(name);
    switch (command) {
      case 'AUTH':
        return rest.toUpperCase() === 'TLS' ? this.#secure() : this.#reply('504 Only TLS.');
      case 'PBSZ':
        return this.#reply('200 PBSZ=0');
      case 'PROT':
        this.#isPrivate = rest.toUpperCase() === 'P';
        return this.#reply(this.#isPrivate ? '200 Private.' : '536 Only P.');
      case 'USER':
        this.#user = rest;
        return this.#reply('331 Password, please.');
      case 'PASS':
        this.#isLoggedIn = inbox.login(this.#user ?? '', rest);
        return this.#reply(this.#isLoggedIn ? '230 Welcome.' : '530 Login incorrect.');
      case 'FEAT':
        return this.#reply('211-Features:', ...FEATURES.map((feature) => ` ${feature}`), '211 End');
      case 'OPTS':
      case 'TYPE':
      case 'NOOP':
      case 'STRU':
        return this.#reply('200 OK.');
      case 'EPSV':
        return this.#enterPassive();
      case 'SIZE':
        return this.#reply(size === undefined ? '550 No such file.' : `213 ${size}`);
      case 'STOR':
        return this.#receive(name);
      case 'RNFR':
        if (inbox.faults.refusesRename) return this.#reply('502 Not implemented.');
        this.#renameFrom = size === undefined ? undefined : name;
        return this.#reply(size === undefined ? '550 No such file.' : '350 Ready.');
      case 'RNTO': {
        const from = this.#renameFrom;
        this.#renameFrom = undefined;
        if (from === undefined) return this.#reply('503 RNFR first.');
        return this.#reply(inbox.rename(from, name) ? '250 Renamed.' : '553 The file exists.');
      }
      case 'DELE':
        return this.#reply(inbox.delete(name) ? '250 Deleted.' : '550 No such file.');
      case 'MLSD':
        return this.#list();
      case 'QUIT':
        this.#reply('221 Goodbye.');
        this.#control.end();
        return undefined;
      default:
        return this.#reply('502 Not implemented.');
    }
  }

  #secure(): void {
    if (this.#control instanceof TLSSocket) return this.#reply('503 Already secure.');
    this.#reply('234 Proceed.');
    this.#raw.removeAllListeners('data');
    this.#control = new TLSSocket(this.#raw, { isServer: true, secureContext: this.#context });
    this.#listen(this.#control);
  }

  async #enterPassive(): Promise<void> {
    if (!this.#isPrivate) return this.#reply('521 Use PROT P first.');
    this.#passive?.server.close();
    const server = createServer();
    const data = new Promise<Socket>((resolve) => server.once('connection', resolve));
    await new Promise<void>((resolve) => server.listen(0, this.#host, resolve));
    this.#passive = { server, data };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = server.address() as AddressInfo;
    this.#reply(`229 Entering Extended Passive Mode (|||${port}|)`);
  }

  /** Undefined if the client has no session, or another one: somebody else could have connected. */
  async #openData(): Promise<TLSSocket | undefined> {
    const passive = this.#passive;
    this.#passive = undefined;
    if (!passive) {
      this.#reply('425 Use EPSV first.');
      return undefined;
    }
    this.#reply('150 Ready.');
    const raw = await passive.data;
    passive.server.close();
    const data = new TLSSocket(raw, { isServer: true, secureContext: this.#context });
    this.#data = data;
    raw.on('error', () => undefined);
    data.on('error', () => undefined);
    const isOpen = await new Promise<boolean>((resolve) => {
      data.once('secure', () => resolve(true));
      raw.once('close', () => resolve(false));
    });
    if (isOpen && data.isSessionReused()) return data;
    data.destroy();
    this.#reply('522 The session of the control connection must be resumed.');
    return undefined;
  }

  async #receive(name: string): Promise<void> {
    if (name === '' || name.includes('/') || name.length > MAX_NAME_LENGTH)
      return this.#reply('553 Only files in this folder.');
    const data = await this.#openData();
    if (!data) return undefined;
    await this.#inbox.hold();
    this.#inbox.create(name);
    let offset = 0;
    try {
      for await (const chunk of data) {
        const bytes = Buffer.from(chunk);
        this.#inbox.write(name, offset, bytes);
        offset += bytes.length;
      }
    } catch (error) {
      data.destroy();
      if (error instanceof ConnectionCut || error instanceof DiskFull) throw error;
      return this.#reply('426 Connection closed; transfer aborted.');
    }
    // A connection that breaks off has no end of its own.
    this.#inbox.finish(name);
    return this.#reply('226 Transfer complete.');
  }

  async #list(): Promise<void> {
    const data = await this.#openData();
    if (!data) return;
    const describe = (name: string) =>
      `type=file;size=${this.#inbox.findSize(name)};modify=20260101000000; ${name}\r\n`;
    data.end(this.#inbox.list().map(describe).join(''));
    this.#reply('226 Done.');
  }
}
