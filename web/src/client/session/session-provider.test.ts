import { QueryClient } from '@tanstack/react-query';
import type { Auth, User } from 'firebase/auth';
import { expect, test, vi } from 'vitest';
import { stubStorage } from '../../testing/stub-storage.ts';
import { connectSession } from './session-provider.tsx';

stubStorage();

function connect() {
  const dispatched: string[] = [];
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => dispatched.push(type));
  vi.stubGlobal('PopStateEvent', Event);
  vi.stubGlobal('history', { replaceState: () => undefined });
  let tell = (_account: Pick<User, 'uid'> | null): void => undefined;
  const auth: Pick<Auth, 'onAuthStateChanged'> = {
    onAuthStateChanged: (listener) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the session reads the id only
      if (typeof listener === 'function') tell = (account) => listener(account as User | null);
      return () => undefined;
    },
  };
  const client = new QueryClient();
  client.setQueryData(['/api/library'], 'private');
  client.setQueryData(['session', 'user-info', 'ada'], { role: 'user' });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is called here
  connectSession(auth as Auth, client, undefined);
  return {
    signIn: (uid: string) => tell({ uid }),
    signOut: () => tell(null),
    keysOf: () =>
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[0]),
    dispatched,
  };
}

test("removes a user's data when they sign out", () => {
  const { signIn, signOut, keysOf, dispatched } = connect();
  signOut();
  signIn('ada');
  signIn('ada');
  expect(keysOf()).toEqual(['/api/library', 'session']);
  signOut();
  expect(keysOf()).toEqual(['session']);
  expect(dispatched).toEqual(['portal:user-data-cleared', 'popstate']);
});

test('removes it when another user signs in at once, as in another tab', () => {
  const { signIn, keysOf } = connect();
  signIn('ada');
  signIn('bo');
  expect(keysOf()).toEqual(['session']);
});
