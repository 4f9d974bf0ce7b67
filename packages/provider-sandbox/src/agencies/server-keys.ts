/** The identity of the agencies' servers. In a folder it is the same after a restart, as that of a real server. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { z } from 'zod';
import { makeCertificate } from './make-certificate.ts';

const ServerKeysSchema = z.object({
  /** PEM. */
  hostKey: z.string(),
  /** As in SHA256:…, which clients compare. */
  fingerprint: z.string(),
  /** PEM. */
  tlsKey: z.string(),
  certificate: z.string(),
});
export type ServerKeys = z.infer<typeof ServerKeysSchema>;

export function makeServerKeys(): ServerKeys {
  // Not ssh2's own generator, some of whose keys it cannot read.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const hostKey = privateKey.export({ type: 'sec1', format: 'pem' }).toString();
  const parsed = ssh2.utils.parseKey(hostKey);
  if (parsed instanceof Error) throw parsed;
  const digest = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '');
  const { key: tlsKey, certificate } = makeCertificate({ dns: 'localhost', ip: [127, 0, 0, 1] });
  return { hostKey, fingerprint: `SHA256:${digest}`, tlsKey, certificate };
}

export function keepServerKeys(folder: string): ServerKeys {
  const file = join(folder, 'agency-servers.json');
  if (existsSync(file)) return ServerKeysSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const keys = makeServerKeys();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(keys));
  return keys;
}
