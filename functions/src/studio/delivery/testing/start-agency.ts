import { randomBytes } from 'node:crypto';
import type { DeliveryAccount } from '@portal/contracts/deployment';
import { startAgencyServers, type AgencyServers } from '@portal/provider-sandbox/agencies';
import { AGENCY_ACCOUNT } from '@portal/provider-sandbox/settings';
import { onTestFinished } from 'vitest';

export type Protocol = DeliveryAccount['protocol'];
export const PROTOCOLS: readonly Protocol[] = ['sftp', 'ftps'];

/** An agency's upload server, which ends with the test, and the account there. */
export async function startAgency(protocol: Protocol) {
  const servers = await startAgencyServers();
  onTestFinished(() => servers.close());
  return { inbox: servers.inboxes[protocol], account: accountOf(servers, protocol), keys: servers.keys };
}

const accountOf = ({ ports, keys }: AgencyServers, protocol: Protocol): DeliveryAccount => {
  const fields = {
    host: '127.0.0.1',
    port: ports[protocol],
    ...AGENCY_ACCOUNT,
    supportsRename: true,
    takesCsv: false,
  };
  return protocol === 'sftp'
    ? { ...fields, protocol, hostKey: keys.fingerprint }
    : { ...fields, protocol, certificateAuthority: keys.certificate };
};

/** Not compressible, so that parts of files cannot be mistaken for each other. */
export const makeBytes = (length: number): Buffer => randomBytes(length);
