import type { BrowserContextOptions } from 'playwright-core';
import { config } from '../config.ts';
import { signIn, type Account } from './accounts.ts';

type StorageState = NonNullable<BrowserContextOptions['storageState']>;

/** The accounts that every local portal has (local/seed-accounts.ts). */
const SEEDED = {
  admin: { email: 'admin@studio.example', sub: 'google-admin', name: 'Ada Admin' },
  artist: { email: 'artist@studio.example', sub: 'google-artist', name: 'Arthur Artist' },
};
export type Person = keyof typeof SEEDED;

const sessions = new Map<Person, Promise<StorageState>>();

/** The session of a seeded account, which signs in once per process. */
export function openSession(person: Person): Promise<StorageState> {
  const { email, ...claims } = SEEDED[person];
  const session = sessions.get(person) ?? signIn(email, claims).then(makeSession);
  sessions.set(person, session);
  return session;
}

/** The record that Firebase stores in the browser's IndexedDB for an account that has signed in. */
export function makeAuthRecord({ uid, email, name, token, refreshToken }: Account) {
  const account = {
    uid,
    email,
    emailVerified: true,
    displayName: name,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { accessToken: token, refreshToken, expirationTime: Date.now() + 3_600_000 },
    apiKey: 'local',
    appName: '[DEFAULT]',
  };
  return {
    name: 'firebaseLocalStorageDb',
    version: 1,
    store: { name: 'firebaseLocalStorage', keyPath: 'fbase_key' },
    value: { fbase_key: 'firebase:authUser:local:[DEFAULT]', value: account },
  };
}

/** A browser in which the account has signed in. */
export function makeSession(account: Account): StorageState {
  const { name, version, store, value } = makeAuthRecord(account);
  const stores = [{ ...store, autoIncrement: false, records: [{ value }], indexes: [] }];
  const origin = {
    origin: config.portalUrl,
    localStorage: [{ name: 'signed-in', value: 'true' }],
    // Playwright restores IndexedDB, but its types leave it out.
    indexedDB: [{ name, version, stores }],
  };
  return { cookies: [], origins: [origin] };
}
