import { QueryClient } from '@tanstack/react-query';
import type { Auth } from 'firebase/auth';
import { expect, test, vi } from 'vitest';
import { stubStorage } from '../../testing/stub-storage.ts';
import { request } from '../api/client.ts';
import { endSession } from './end-session.ts';
import { connectSession } from './session-provider.tsx';

stubStorage();

const setUp = () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({}));
  const replace = vi.fn<(path: string) => void>();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { replace });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const signingOut = Promise.withResolvers<void>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is called here
  const auth = {
    currentUser: null,
    onAuthStateChanged: () => () => undefined,
    authStateReady: async () => undefined,
    signOut: () => signingOut.promise,
  } as unknown as Auth;
  connectSession(auth, new QueryClient(), undefined);
  return { auth, fetched, replace, signingOut };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test('sends nothing during a sign-out', async () => {
  const { auth, fetched, signingOut } = setUp();
  const ended = endSession(auth);
  const sent = request('GET', '/api/library');
  await settle();
  expect(fetched).not.toHaveBeenCalled();
  signingOut.resolve();
  await Promise.all([ended, sent]);
  expect(fetched).toHaveBeenCalledOnce();
});

test('sends nothing after a failed sign-out: a new page starts [P4.8]', async () => {
  const { auth, fetched, replace, signingOut } = setUp();
  void endSession(auth);
  signingOut.reject(new Error('Broken.'));
  void request('GET', '/api/library');
  await settle();
  expect(replace).toHaveBeenCalledWith('/');
  expect(fetched).not.toHaveBeenCalled();
});
