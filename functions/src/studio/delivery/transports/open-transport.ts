import { openFtps } from './open-ftps.ts';
import { openSftp } from './open-sftp.ts';
import type { OpenTransport } from './transport.ts';

export const openTransport: OpenTransport = (account, signal) =>
  account.protocol === 'sftp' ? openSftp(account, signal) : openFtps(account, signal);
