/** The upload servers of two made-up agencies: one with SFTP, one with explicit FTPS. */
import { AGENCY_ACCOUNT } from '../settings.ts';
import { Inbox } from './inbox.ts';
import { makeServerKeys, type ServerKeys } from './server-keys.ts';
import { startFtpsServer } from './start-ftps-server.ts';
import { startSftpServer } from './start-sftp-server.ts';

export interface AgencyServers {
  inboxes: Record<'sftp' | 'ftps', Inbox>;
  ports: Record<'sftp' | 'ftps', number>;
  keys: ServerKeys;
  close(): Promise<void>;
}

/** Without ports: any free ones. */
export async function startAgencyServers({
  ports,
  keys = makeServerKeys(),
}: { ports?: Record<'sftp' | 'ftps', number>; keys?: ServerKeys } = {}): Promise<AgencyServers> {
  const inboxes = { sftp: new Inbox(AGENCY_ACCOUNT), ftps: new Inbox(AGENCY_ACCOUNT) };
  const sftp = await startSftpServer(inboxes.sftp, keys.hostKey, { port: ports?.sftp ?? 0 });
  const identity = { key: keys.tlsKey, certificate: keys.certificate };
  const ftps = await startFtpsServer(inboxes.ftps, identity, { port: ports?.ftps ?? 0 });
  return {
    inboxes,
    ports: { sftp: sftp.port, ftps: ftps.port },
    keys,
    close: async () => {
      await Promise.all([sftp.close(), ftps.close()]);
    },
  };
}
