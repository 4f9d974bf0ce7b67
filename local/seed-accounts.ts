import { z } from 'zod';

export interface SeedAccount {
  /** The `sub` of Google's id token. */
  googleId: string;
  email: string;
  displayName: string;
  purpose: string;
}

/** The accounts of every local portal, without photos. */
export const seedAccounts: readonly SeedAccount[] = [
  { googleId: 'google-admin', email: 'admin@studio.example', displayName: 'Ada Admin', purpose: 'an admin' },
  {
    googleId: 'google-artist',
    email: 'artist@studio.example',
    displayName: 'Arthur Artist',
    purpose: 'an artist',
  },
  {
    googleId: 'google-outsider',
    email: 'outsider@elsewhere.example',
    displayName: 'Olga Outsider',
    purpose: 'not allowed to sign in',
  },
];

/** The Auth emulator accepts an unsigned Google id token in `signInWithCredential`. */
export const makeGoogleIdToken = (account: SeedAccount): string =>
  JSON.stringify({
    sub: account.googleId,
    email: account.email,
    email_verified: true,
    name: account.displayName,
  });

const UsersSchema = z.object({ users: z.array(z.object({ email: z.string().optional() })).default([]) });

/** Signs each missing account in once, as the browser would. Existing accounts are not changed. */
export async function seedMissingAccounts({ authUrl, projectId }: { authUrl: string; projectId: string }) {
  const listUrl = `${authUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet?maxResults=-1`;
  const list = await fetch(listUrl, { headers: { Authorization: 'Bearer owner' } });
  const { users } = UsersSchema.parse(await list.json());
  const present = new Set(users.map(({ email }) => email));
  for (const account of seedAccounts.filter(({ email }) => !present.has(email))) {
    const idToken = encodeURIComponent(makeGoogleIdToken(account));
    const response = await fetch(
      `${authUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=local`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          postBody: `id_token=${idToken}&providerId=google.com`,
          requestUri: 'http://localhost',
          returnSecureToken: true,
        }),
      },
    );
    if (!response.ok) throw new Error(`${account.email} could not be seeded: ${await response.text()}`);
  }
}
