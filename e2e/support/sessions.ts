import type { Browser, BrowserContextOptions } from 'playwright-core';
import { config } from '../config.ts';
import type { Account } from './accounts.ts';

/** The people whom every local portal has (local/seed-accounts.ts). */
const EMAILS = { admin: 'admin@studio.example', artist: 'artist@studio.example' };
export type Person = keyof typeof EMAILS;

type StorageState = NonNullable<BrowserContextOptions['storageState']>;
const sessions = new Map<Person, Promise<StorageState>>();

/** What a browser keeps of someone who signed in: the sign-in itself is done once. */
export function readSession(browser: Browser, person: Person): Promise<StorageState> {
  const known = sessions.get(person);
  if (known) return known;
  const session = signInOnce(browser, EMAILS[person]);
  sessions.set(person, session);
  return session;
}

async function signInOnce(browser: Browser, email: string): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: config.portalUrl });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const state = await context.storageState({ indexedDB: true });
  await context.close();
  return state;
}

/** What a browser would keep of an account that signed in there: Firebase's own record of it. */
export function makeSession({ uid, email, token }: Account): StorageState {
  const account = {
    uid,
    email,
    emailVerified: true,
    displayName: email,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { accessToken: token, refreshToken: 'unused', expirationTime: Date.now() + 3_600_000 },
    apiKey: 'local',
    appName: '[DEFAULT]',
  };
  const records = [{ value: { fbase_key: 'firebase:authUser:local:[DEFAULT]', value: account } }];
  const store = {
    name: 'firebaseLocalStorage',
    autoIncrement: false,
    keyPath: 'fbase_key',
    records,
    indexes: [],
  };
  // Playwright takes it, and its types do not know.
  const indexedDB = [{ name: 'firebaseLocalStorageDb', version: 1, stores: [store] }];
  const origin = {
    origin: config.portalUrl,
    localStorage: [{ name: 'signed-in', value: 'true' }],
    indexedDB,
  };
  return { cookies: [], origins: [origin] };
}
