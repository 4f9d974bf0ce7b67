/** The callers of requests, as in the tokens of the Auth emulator. */
export interface Caller {
  uid: string;
  claims: Record<string, unknown>;
}

export const alice: Caller = {
  uid: 'alice',
  claims: {
    name: 'Alice Example',
    email: 'alice@example.com',
    email_verified: true,
    firebase: { sign_in_provider: 'google.com', identities: { email: ['alice@example.com'] } },
  },
};

export const bob: Caller = {
  uid: 'bob',
  claims: {
    email: 'bob@elsewhere.test',
    email_verified: false,
    phone_number: '+15550100',
    firebase: { sign_in_provider: 'password', identities: {} },
  },
};

export const anonymous: Caller = {
  uid: 'anonymous-1',
  claims: { provider_id: 'anonymous', firebase: { sign_in_provider: 'anonymous', identities: {} } },
};

/** Has custom claims of every JSON type. */
export const administrator: Caller = {
  uid: 'root',
  claims: {
    email: 'root@example.com',
    email_verified: true,
    admin: true,
    level: 5,
    ratio: 0.5,
    roles: ['editor', 'reviewer'],
    team: { id: 'blue', size: 3 },
    nothing: null,
    firebase: { sign_in_provider: 'custom', identities: {}, tenant: 'studio' },
  },
};

/** Makes an unsigned token: `alg` is `none` and the signature is empty. */
export function makeToken(caller: Caller, project: string): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    ...caller.claims,
    sub: caller.uid,
    user_id: caller.uid,
    aud: project,
    iss: `https://securetoken.google.com/${project}`,
    auth_time: now,
    iat: now,
    exp: now + 3600,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
