/** A self-signed certificate of this machine, for servers that tests start. Node.js can sign, but not write X.509 (RFC 5280). */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  key: string;
  /** PEM; clients that trust it trust the server. */
  certificate: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const VALID_DAYS = 3650;

const TAG = { integer: 2, bits: 3, octets: 4, id: 6, text: 12, utcTime: 23, sequence: 0x30, set: 0x31 };
const IDS = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  subjectAltName: '551d11',
};

export function makeCertificate(names: { dns: string; ip: readonly number[] }): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(id(IDS.ecdsaWithSha256));
  const name = sequence(
    encode(TAG.set, sequence(id(IDS.commonName), encode(TAG.text, Buffer.from(names.dns)))),
  );
  const now = Date.now();
  // Dates after 2049 have another form.
  const validity = sequence(time(now - DAY_MS), time(Math.min(now + VALID_DAYS * DAY_MS, Date.UTC(2049, 1))));
  const alternativeNames = sequence(
    encode(0x82, Buffer.from(names.dns)),
    encode(0x87, Buffer.from(names.ip)),
  );
  const extensions = sequence(
    sequence(id(IDS.basicConstraints), encode(TAG.octets, sequence(encode(1, Buffer.from([0xff]))))),
    sequence(id(IDS.subjectAltName), encode(TAG.octets, alternativeNames)),
  );
  const body = sequence(
    encode(0xa0, encode(TAG.integer, Buffer.from([2]))),
    encode(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: toPem(sequence(body, algorithm, encode(TAG.bits, signature))),
  };
}

/** DER: tag, length, content. */
function encode(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const sequence = (...parts: Buffer[]) => encode(TAG.sequence, Buffer.concat(parts));
const id = (hex: string) => encode(TAG.id, Buffer.from(hex, 'hex'));

/** As in 261123140000Z. */
const time = (at: number) =>
  encode(
    TAG.utcTime,
    Buffer.from(
      `${new Date(at)
        .toISOString()
        .replaceAll(/[-:T]|\..*/g, '')
        .slice(2)}Z`,
    ),
  );

const toPem = (der: Buffer) =>
  [
    '-----BEGIN CERTIFICATE-----',
    ...(der.toString('base64').match(/.{1,64}/g) ?? []),
    '-----END CERTIFICATE-----',
    '',
  ].join('\n');
