import { invalidArgument } from '../status.ts';

export interface Auth {
  readonly uid: string;
  readonly token: Readonly<Record<string, unknown>>;
}

/** Rules do not apply to an admin. `auth` is null for a caller who is signed out. */
export interface Caller {
  readonly isAdmin: boolean;
  readonly auth: Auth | null;
}

const ADMIN: Caller = { isAdmin: true, auth: null };
const ANONYMOUS: Caller = { isAdmin: false, auth: null };

const invalidToken = () => invalidArgument('invalid jwt');

/** `Bearer owner` is the admin. ID tokens are decoded but not verified: this is a local server. */
export function readCaller(authorization: string | undefined): Caller {
  if (authorization === undefined) return ANONYMOUS;
  const token = /^bearer (.*)$/i.exec(authorization)?.[1];
  if (token === undefined) throw invalidToken();
  if (token === 'owner') return ADMIN;
  const [header, payload, signature] = token.split('.');
  if (header === undefined || payload === undefined || signature === undefined) throw invalidToken();
  parseObject(header);
  const claims = parseObject(payload);
  const uid = claims['sub'];
  return { isAdmin: false, auth: { uid: typeof uid === 'string' ? uid : '', token: claims } };
}

function parseObject(base64: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(base64, 'base64url').toString());
  } catch {
    throw invalidToken();
  }
  if (!isRecord(value)) throw invalidToken();
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
