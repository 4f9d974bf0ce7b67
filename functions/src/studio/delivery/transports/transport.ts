/** An open connection to an agency's upload server. */
import type { DeliveryAccount } from '@portal/contracts/deployment';

export interface Transport {
  /** Undefined if there is no such file. */
  findSize(name: string): Promise<number | undefined>;
  /** Writes the bytes from `start` on to the same place of the file. With 0, the file is new or replaced. */
  upload(name: string, bytes: Buffer, start: number, onProgress: (done: number) => void): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Has no effect if there is no such file. */
  delete(name: string): Promise<void>;
  /** Of all files in the folder. */
  countFiles(): Promise<number>;
  close(): Promise<void>;
}

/** Every failure is a `TransportError`. */
export type OpenTransport = (account: DeliveryAccount, signal: AbortSignal) => Promise<Transport>;

/** For each step of a transfer, connecting included. */
export const TIMEOUT_MS = 30_000;
/** Written before the server has confirmed any of it. */
export const WINDOW_BYTES = 1024 ** 2;
/**
 * ssh2 divides larger ones (`_maxWriteLen` in `ssh2/lib/protocol/SFTP.js`: 31,952 bytes for servers other than OpenSSH) and sends the rest
 * only after the server has confirmed the first part. A lost connection then left a gap in a file that was as long as ours.
 */
export const CHUNK_BYTES = 31 * 1024;
