import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { config } from '../config.ts';
import { signIn, type Account } from './accounts.ts';

type StorageState = NonNullable<BrowserContextOptions['storageState']>;

/** The accounts that every local portal has (local/seed-accounts.ts). */
const SEEDED = {
  admin: { email: 'admin@studio.example', sub: 'google-admin', name: 'Ada Admin' },
  artist: { email: 'artist@studio.example', sub: 'google-artist', name: 'Arthur Artist' },
};
export type Person = keyof typeof SEEDED;

const accounts = new Map<Person, Promise<Account>>();

/** A seeded account, which signs in once per process. */
export function signInSeeded(person: Person): Promise<Account> {
  const { email, ...claims } = SEEDED[person];
  const account = accounts.get(person) ?? signIn(email, claims);
  accounts.set(person, account);
  return account;
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

/**
 * Signs in an account when the first page opens. Playwright's `storageState` would open a page just for that, which takes 0.1
 * to 0.25 s of CPU time.
 */
export const restoreSession = (context: BrowserContext, account: Account): Promise<unknown> =>
  context.addInitScript(storeSession, { origin: config.portalUrl, record: makeAuthRecord(account) });

/** Runs in every page before the portal's scripts: Firebase's request for the database waits for this one. */
function storeSession({
  origin,
  record,
}: {
  origin: string;
  record: ReturnType<typeof makeAuthRecord>;
}): void {
  // The portal sets this to false when someone signs out.
  if (location.origin !== origin || localStorage.getItem('signed-in') !== null) return;
  localStorage.setItem('signed-in', 'true');
  const opening = indexedDB.open(record.name, record.version);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(record.store.name, { keyPath: record.store.keyPath }).put(record.value);
  });
  opening.addEventListener('success', () => opening.result.close());
}

/** A browser in which the account has signed in before its first page opens, for benchmarks of that page. */
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
