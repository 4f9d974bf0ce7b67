/** What a contributor has uploaded to an agency, and what is to go wrong meanwhile. SFTP and FTPS servers share it. */
import { createHash } from 'node:crypto';

/** The server drops the connection. */
export class ConnectionCut extends Error {
  override name = 'ConnectionCut';
}
/** The server never answers. */
export class Stalled extends Error {
  override name = 'Stalled';
}
export class DiskFull extends Error {
  override name = 'DiskFull';
}

export interface InboxFaults {
  /** Cuts the connection after so many more received bytes; one after the other. */
  cuts: number[];
  /** Cuts it before or after the next rename. */
  cutAtRename: 'before' | 'after' | null;
  /** Performs the next rename, and never answers it. */
  stallsAtRename: boolean;
  /** Bytes that all files together may have. */
  capacity: number | null;
  /** As some servers do. */
  refusesRename: boolean;
  /** Takes a whole file out of the inbox at once, as agencies do. */
  takesFiles: boolean;
  /** Confirms more bytes of a file than these, but does not keep them. */
  keepsAtMost: number | null;
  /** Loses the file at the next rename. */
  losesAtRename: boolean;
  /** A rename replaces a file of that name, as at most FTP servers. */
  replacesFiles: boolean;
  /** Keeps uploads waiting until this is false again. */
  holdsUploads: boolean;
  /** More connections are refused. */
  maxConnections: number;
}

const NO_FAULTS: InboxFaults = {
  cuts: [],
  cutAtRename: null,
  stallsAtRename: false,
  capacity: null,
  refusesRename: false,
  takesFiles: false,
  keepsAtMost: null,
  losesAtRename: false,
  replacesFiles: false,
  holdsUploads: false,
  maxConnections: 4,
};
/** As many wrong passwords, and the account is locked. */
const MAX_WRONG_PASSWORDS = 5;
/** Of most file systems. */
export const MAX_NAME_LENGTH = 255;
const PARTIAL = /\.part$/;

export class Inbox {
  account: { user: string; password: string };
  readonly #ownPassword: string;
  faults: InboxFaults = { ...NO_FAULTS };
  wrongPasswords = 0;
  logins = 0;
  connections = 0;
  /** Bytes of files, with those that were sent again. */
  received = 0;
  /** Files that the agency has taken out of the inbox. */
  taken: { name: string; bytes: Buffer }[] = [];
  /** Each time that a file got its final name. */
  arrivals: string[] = [];
  readonly #files = new Map<string, Buffer>();
  readonly #held: (() => void)[] = [];

  constructor(account: { user: string; password: string }) {
    this.account = { ...account };
    this.#ownPassword = account.password;
  }

  set(faults: Partial<InboxFaults>): void {
    this.faults = { ...this.faults, ...faults };
    if (!this.faults.holdsUploads) for (const release of this.#held.splice(0)) release();
  }

  /** Undefined if nothing has to wait. */
  hold(): Promise<void> | undefined {
    return this.faults.holdsUploads ? new Promise((resolve) => this.#held.push(resolve)) : undefined;
  }

  reset(): void {
    this.set(NO_FAULTS);
    this.account.password = this.#ownPassword;
    this.wrongPasswords = 0;
    this.logins = 0;
    this.received = 0;
    this.taken = [];
    this.arrivals = [];
    this.#files.clear();
  }

  login(user: string, password: string): boolean {
    const isLocked = this.wrongPasswords >= MAX_WRONG_PASSWORDS;
    if (!isLocked && user === this.account.user && password === this.account.password) {
      this.logins += 1;
      return true;
    }
    this.wrongPasswords += 1;
    return false;
  }

  list = (): string[] => [...this.#files.keys()];
  findSize = (name: string): number | undefined => this.#files.get(name)?.length;
  read = (name: string): Buffer => this.#files.get(name) ?? Buffer.alloc(0);
  create = (name: string): unknown => this.#files.set(name, Buffer.alloc(0));
  delete = (name: string): boolean => this.#files.delete(name);

  /** Stores what arrives before a cut. */
  write(name: string, offset: number, chunk: Buffer): void {
    const [untilCut] = this.faults.cuts;
    const kept = untilCut === undefined ? chunk : chunk.subarray(0, untilCut);
    const known = this.#files.get(name) ?? Buffer.alloc(0);
    const { capacity } = this.faults;
    if (capacity !== null && this.#sum() - known.length + offset + kept.length > capacity)
      throw new DiskFull();
    const bytes = grow(known, offset + kept.length);
    kept.copy(bytes, offset);
    this.#files.set(name, bytes.subarray(0, this.faults.keepsAtMost ?? bytes.length));
    this.received += kept.length;
    if (untilCut === undefined) return;
    this.faults.cuts[0] = untilCut - kept.length;
    if (kept.length < chunk.length || untilCut === kept.length) {
      this.faults.cuts.shift();
      throw new ConnectionCut();
    }
  }

  /** False if the target exists. */
  rename(from: string, to: string): boolean {
    const { cutAtRename } = this.faults;
    if (cutAtRename !== null) this.faults.cutAtRename = null;
    if (cutAtRename === 'before') throw new ConnectionCut();
    if (this.faults.losesAtRename) {
      this.faults.losesAtRename = false;
      this.#files.delete(from);
    }
    const bytes = this.#files.get(from);
    if (!bytes || (this.#files.has(to) && !this.faults.replacesFiles)) return false;
    this.#files.delete(from);
    this.#files.set(to, bytes);
    this.finish(to);
    if (cutAtRename === 'after') throw new ConnectionCut();
    if (this.faults.stallsAtRename) {
      this.faults.stallsAtRename = false;
      throw new Stalled();
    }
    return true;
  }

  /** An upload has ended. */
  finish(name: string): void {
    const bytes = this.#files.get(name);
    if (PARTIAL.test(name) || !bytes) return;
    this.arrivals.push(name);
    if (!this.faults.takesFiles) return;
    this.taken.push({ name, bytes });
    this.#files.delete(name);
  }

  report() {
    const describe = ([name, bytes]: readonly [string, Buffer]) => ({
      name,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    return {
      files: [...this.#files].map(describe),
      taken: this.taken.map(({ name, bytes }) => describe([name, bytes])),
      arrivals: this.arrivals,
      received: this.received,
      logins: this.logins,
      wrongPasswords: this.wrongPasswords,
      held: this.#held.length,
    };
  }

  readonly #sum = () => [...this.#files.values()].reduce((sum, { length }) => sum + length, 0);
}

/** The same bytes and zeros after them. Twice the memory that is needed: else each of a file's many chunks would copy the whole file. */
function grow(bytes: Buffer, length: number): Buffer {
  if (length <= bytes.length) return bytes;
  const isLargeEnough = bytes.byteOffset + length <= bytes.buffer.byteLength;
  const memory = isLargeEnough ? bytes : Buffer.from(new ArrayBuffer(2 * length));
  const grown = Buffer.from(memory.buffer, memory.byteOffset, length);
  if (!isLargeEnough) bytes.copy(grown);
  return grown.fill(0, bytes.length);
}
