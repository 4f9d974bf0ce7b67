import { z } from 'zod';
import { config } from '../config.ts';

const SignedInSchema = z.object({ idToken: z.string(), refreshToken: z.string(), localId: z.string() });

export interface Account {
  uid: string;
  email: string;
  name: string;
  token: string;
  refreshToken: string;
}

interface Claims {
  email: string;
  sub?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
}

/** Signs in at the Auth emulator with an identity from Google; the first sign-in creates the account. */
export async function signIn(email: string, claims: Omit<Claims, 'email'> = {}): Promise<Account> {
  const { name = email } = claims;
  const identity = JSON.stringify({ sub: `google-${email}`, email, email_verified: true, ...claims, name });
  const url = `${config.authUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=local`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      postBody: new URLSearchParams({ id_token: identity, providerId: 'google.com' }).toString(),
      requestUri: 'http://localhost',
      returnSecureToken: true,
    }),
  });
  if (!answer.ok) throw new Error(`Sign-in as ${email} failed: ${await answer.text()}`);
  const { idToken, refreshToken, localId } = SignedInSchema.parse(await answer.json());
  return { uid: localId, email, name, token: idToken, refreshToken };
}

export const signInAdmin = () => signIn('admin@studio.example', { sub: 'google-admin' });

let emails = 0;
/** An address that no other test uses. */
export const newEmail = (domain = 'studio.example') => `person-${process.pid}-${(emails += 1)}@${domain}`;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** An unsigned emulator token with changed claims. */
export function forgeToken(overrides: Record<string, unknown>): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${config.projectId}`,
    aud: config.projectId,
    auth_time: now,
    iat: now,
    exp: now + 3600,
    sub: 'forged',
    user_id: 'forged',
    email: 'forged@studio.example',
    email_verified: true,
    firebase: { identities: {}, sign_in_provider: 'google.com' },
    ...overrides,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}
