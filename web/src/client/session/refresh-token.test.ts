import type { Auth, User } from 'firebase/auth';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { refreshTokens } from './refresh-token.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** Its tokens are valid for an hour. */
function createAccount() {
  let expirationTime = Date.now() + 60 * MINUTE_MS;
  const getIdToken = vi.fn<(force: boolean) => Promise<string>>(async () => {
    expirationTime = Date.now() + 60 * MINUTE_MS;
    return 'token';
  });
  return { getIdToken, toJSON: () => ({ stsTokenManager: { expirationTime } }) };
}

function watch(account: ReturnType<typeof createAccount>) {
  const auth = {
    currentUser: account as object | null,
    onIdTokenChanged: (listener: (user: User | null) => void) => {
      tell = listener;
      return () => undefined;
    },
  };
  let tell = (_user: User | null): void => undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
  refreshTokens(auth as unknown as Auth);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
  const signIn = (user: object | null) => tell(user as User | null);
  signIn(account);
  return { auth, signIn };
}

test('refreshes a token five minutes before it expires, and then the next one', async () => {
  const account = createAccount();
  watch(account);
  await vi.advanceTimersByTimeAsync(55 * MINUTE_MS - 1);
  expect(account.getIdToken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(account.getIdToken.mock.calls).toEqual([[true]]);
  await vi.advanceTimersByTimeAsync(55 * MINUTE_MS);
  expect(account.getIdToken).toHaveBeenCalledTimes(2);
});

test('refreshes a token at once that expires sooner', async () => {
  const account = createAccount();
  vi.setSystemTime(Date.now() + 58 * MINUTE_MS);
  watch(account);
  await vi.advanceTimersByTimeAsync(0);
  expect(account.getIdToken).toHaveBeenCalledOnce();
});

test('tries again after a failure, each time after twice as long, up to 16 minutes', async () => {
  const account = createAccount();
  watch(account);
  account.getIdToken.mockRejectedValue(new Error('Offline'));
  await vi.advanceTimersByTimeAsync(55 * MINUTE_MS);
  const waits: number[] = [];
  for (let waited = 0; waits.length < 7; waited += 1) {
    const { length } = account.getIdToken.mock.calls;
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
    if (account.getIdToken.mock.calls.length > length) {
      waits.push((waited + 1) / 2);
      waited = -1;
    }
  }
  expect(waits).toEqual([0.5, 1, 2, 4, 8, 16, 16]);
});

test('ends with the session, and with that of another account', async () => {
  const account = createAccount();
  const { auth, signIn } = watch(account);
  signIn(null);
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(account.getIdToken).not.toHaveBeenCalled();
  signIn(account);
  auth.currentUser = createAccount();
  await vi.advanceTimersByTimeAsync(120 * MINUTE_MS);
  expect(account.getIdToken).toHaveBeenCalledOnce();
});
