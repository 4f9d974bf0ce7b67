import type { Auth, User } from 'firebase/auth';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { AuthProvider, FirebaseAppProvider } from 'reactfire';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient } from '../api/query-client.ts';
import { request } from '../api/client.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { openPart } from '../../testing/open-part.tsx';
import { SETTINGS } from '../../testing/settings.ts';
import { setNotice, useNotice } from './notice.ts';
import { connectSession, SessionProvider } from './session-provider.tsx';
import { isKnownNonAdmin, useSession } from './session.ts';
import { readLastUserId, rememberSignedIn, wasSignedIn } from './signed-in-before.ts';

const createAccount = (uid = 'ada', email = `${uid}@studio.example`) => ({
  uid,
  email,
  displayName: 'Ada Lovelace' as string | null,
  providerData: [{ displayName: 'Ada Lovelace' }],
  getIdToken: async () => 'token',
});

const refuse = (status: number, banned?: boolean) =>
  Response.json({ error: 'No.', code: 'refused', requestId: 'r', banned }, { status, statusText: 'Failed' });

type Account = ReturnType<typeof createAccount> | null;

function open(account: Account, answer: () => Response | Promise<Response>) {
  const listeners = new Set<(user: User | null) => void>();
  let current = account;
  const listen = (listener: (user: User | null) => void) => {
    listeners.add(listener);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
    queueMicrotask(() => listener(current as User | null));
    return () => listeners.delete(listener);
  };
  const app = { name: 'portal', options: {} };
  const auth = {
    app,
    // Reactfire keeps what it knows by name.
    name: crypto.randomUUID(),
    get currentUser() {
      return current;
    },
    authStateReady: async () => undefined,
    onAuthStateChanged: listen,
    onIdTokenChanged: listen,
    signOut: async () => signIn(null),
  };
  const signIn = (next: Account) => {
    current = next;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
    for (const listener of listeners) listener(next as User | null);
  };
  const requests = answerByPath(answer);
  const client = makeQueryClient();
  setNotice(undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fake of what the portal uses
  const sdk = auth as unknown as Auth;
  connectSession(sdk, client, undefined);
  onTestFinished(() =>
    connectSession({ ...sdk, onAuthStateChanged: () => () => undefined }, client, undefined),
  );
  const Page = () => {
    const { session, logOut } = useSession();
    return (
      <>
        <h1>{session.status}</h1>
        <p>{'user' in session && `${session.user.firstName}, ${session.user.email}, ${session.user.role}`}</p>
        {isKnownNonAdmin(session) && <p>Not an admin</p>}
        <p role="status">{useNotice()}</p>
        <button type="button" onClick={() => void logOut()}>
          Log out
        </button>
      </>
    );
  };
  const user = openPart(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fake of what the portal uses
    <FirebaseAppProvider firebaseApp={app as never}>
      <AuthProvider sdk={sdk}>
        <SessionProvider settings={SETTINGS}>
          <Page />
        </SessionProvider>
      </AuthProvider>
    </FirebaseAppProvider>,
    { client },
  );
  return { user, client, requests, signIn: (next: Account) => act(() => signIn(next)) };
}

const readStatus = () => screen.getByRole('heading').textContent;
const readNotice = () => screen.getByRole('status').textContent;
const answer = (role = 'user') => Response.json({ role, isAdmin: role === 'admin' });

test('someone with an address of the studio is signed in at once, and remembered', async () => {
  const role = Promise.withResolvers<Response>();
  const { user, requests } = open(createAccount(), () => role.promise);
  await waitFor(() => expect(readStatus()).toBe('signed-in'));
  expect(screen.getByText('Ada, ada@studio.example, undefined')).toBeDefined();
  role.resolve(answer('admin'));
  expect(await screen.findByText('Ada, ada@studio.example, admin')).toBeDefined();
  expect(requests.map(({ path }) => path)).toEqual(['/api/auth/user']);
  expect(wasSignedIn()).toBe(true);
  expect(readLastUserId()).toBe('ada');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(readStatus()).toBe('signed-out'));
  expect(wasSignedIn()).toBe(false);
  expect(readLastUserId()).toBeUndefined();
  expect(readNotice()).toBe('');
});

test('a logout removes what forms have remembered of the user', async () => {
  const { user } = open(createAccount(), () => answer());
  await waitFor(() => expect(readStatus()).toBe('signed-in'));
  for (const store of [sessionStorage, localStorage]) {
    store.setItem('portal:generation-draft:ada', '{}');
    store.setItem('portal:job-prompts:ada', '{}');
    store.setItem('portal:job-prompts:bo', '{}');
    store.setItem('portal:picture-size', '"large"');
  }
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(readStatus()).toBe('signed-out'));
  for (const store of [sessionStorage, localStorage]) {
    const left = Object.keys(store).filter((name) => /draft|prompts|size/.test(name));
    expect(left.toSorted()).toEqual(['portal:job-prompts:bo', 'portal:picture-size']);
  }
});

test('a session that ends without a logout leaves drafts for the next one', async () => {
  const { signIn } = open(createAccount(), () => answer());
  await waitFor(() => expect(readStatus()).toBe('signed-in'));
  for (const store of [sessionStorage, localStorage]) store.setItem('portal:generation-draft:ada', '{}');
  signIn(null);
  await waitFor(() => expect(readStatus()).toBe('signed-out'));
  expect(sessionStorage.getItem('portal:generation-draft:ada')).toBeNull();
  expect(localStorage.getItem('portal:generation-draft:ada')).toBe('{}');
});

test('nobody is signed in', async () => {
  const { requests } = open(null, () => answer());
  await waitFor(() => expect(readStatus()).toBe('signed-out'));
  expect(requests).toEqual([]);
  expect(wasSignedIn()).toBe(false);
});

test('someone else is signed in once the server knows them', async () => {
  const role = Promise.withResolvers<Response>();
  open(createAccount('eve', 'eve@elsewhere.example'), () => role.promise);
  await act(async () => undefined);
  expect(readStatus()).toBe('loading');
  expect(readLastUserId()).toBeUndefined();
  role.resolve(answer());
  await waitFor(() => expect(readStatus()).toBe('signed-in'));
});

test('someone who may not use the portal is signed out, and is told why', async () => {
  open(createAccount('eve', 'eve@elsewhere.example'), () => refuse(403));
  await waitFor(() => expect(readStatus()).toBe('signed-out'));
  expect(readNotice()).toMatch(/^Access restricted to @studio\.example/);
});

test('someone who is banned is signed out, and is told so', async () => {
  open(createAccount(), () => refuse(403, true));
  await waitFor(() => expect(readStatus()).toBe('signed-out'));
  expect(readNotice()).toMatch(/^Your account has been banned/);
});

test('someone whose session is gone is told so, also after a reload [P4.9]', async () => {
  rememberSignedIn(true);
  open(null, () => answer());
  history.replaceState(null, '', '/library');
  await waitFor(() => expect(readStatus()).toBe('signed-out'));
  expect(readNotice()).toBe('Your session has expired. Sign in again.');
  expect(sessionStorage.getItem('notice')).toBe('"Your session has expired. Sign in again."');
  expect(location.pathname).toBe('/');
});

test('a shared link stays open for someone whose session is gone', async () => {
  rememberSignedIn(true);
  open(null, () => answer());
  history.replaceState(null, '', '/shared/token');
  await waitFor(() => expect(readStatus()).toBe('signed-out'));
  expect(location.pathname).toBe('/shared/token');
});

test.each([401, 500])(
  'after a %i someone stays signed in without a role until the server answers [P4.5, P4.6, P6.4]',
  async (status) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    let isDown = true;
    const { requests } = open(createAccount('eve', 'eve@elsewhere.example'), () =>
      isDown ? refuse(status) : answer('admin'),
    );
    await wait(0);
    expect(warn.mock.calls.map((call) => call.map(String))).toEqual([
      ['Loading the user info failed.', `Error: ${status}: Failed`],
    ]);
    expect(readStatus()).toBe('signed-in');
    expect(screen.getByText('Ada, eve@elsewhere.example, undefined')).toBeDefined();
    expect(screen.queryByText('Not an admin')).toBeNull();
    expect(readNotice()).toBe('');
    await wait(1000);
    expect(requests).toHaveLength(2);
    isDown = false;
    // The response of the second request is read in between.
    await wait(1000);
    await wait(2000);
    expect(screen.getByText('Ada, eve@elsewhere.example, admin')).toBeDefined();
    await wait(60_000);
    expect(requests).toHaveLength(3);
  },
);

test('asks for the role when the connection is back [P4.6]', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    onlineManager.setOnline(true);
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  let isDown = true;
  const { requests } = open(createAccount(), () => (isDown ? refuse(503) : answer('admin')));
  await wait(0);
  onlineManager.setOnline(false);
  await wait(60_000);
  expect(requests).toHaveLength(1);
  isDown = false;
  onlineManager.setOnline(true);
  await wait(0);
  expect(screen.getByText('Ada, ada@studio.example, admin')).toBeDefined();
});

test('the next user in the same tab has their own role, and sees nothing of the first', async () => {
  let role = 'admin';
  const { client, signIn } = open(createAccount(), () => answer(role));
  await screen.findByText('Ada, ada@studio.example, admin');
  client.setQueryData(['/api/library'], 'private');
  sessionStorage.setItem('portal:sent-upscale:ada', '[]');
  sessionStorage.setItem('portal:other', '1');
  role = 'user';
  signIn(createAccount('bo'));
  expect(await screen.findByText('Ada, bo@studio.example, user')).toBeDefined();
  expect(client.getQueryData(['/api/library'])).toBeUndefined();
  expect(Object.keys(sessionStorage)).toEqual(['portal:other']);
  await waitFor(() => expect(readLastUserId()).toBe('bo'));
});

test.each([
  ['their name', createAccount(), 'Ada%20Lovelace'],
  ['first and last name if they have none', { ...createAccount(), displayName: null }, 'Ada%20Lovelace'],
  ['no name', { ...createAccount(), displayName: null, providerData: [] }, ''],
])('requests are sent with the token of the user and %s [P7.1]', async (_name, account, name) => {
  const { requests } = open(account, () => answer());
  await waitFor(() => expect(readStatus()).toBe('signed-in'));
  await request('GET', '/api/library');
  const headers = requests.at(-1)?.headers;
  expect(headers?.get('authorization')).toBe('Bearer token');
  expect(headers?.get('x-user-name')).toBe(name);
});
