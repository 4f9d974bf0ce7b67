import { changeRole, revokeAccess } from '@portal/contracts/directory';
import { listFailedWork } from '@portal/contracts/failed-work';
import { getUserInfo } from '@portal/contracts/identity';
import { upscaleCalls } from '@portal/contracts/upscale';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../testing/fake-server.ts';
import { call, connectClient, findUserId, request, requestFile } from './client.ts';

const signedOut = { identity: async () => undefined, onBanned: () => undefined };
afterEach(() => connectClient(signedOut));

test('sends a body as JSON with credentials [P7.15]', async () => {
  const requests = serve(Response.json({ made: true }));
  expect(await request('POST', '/api/things', { name: 'one' })).toEqual({ made: true });
  expect(requests).toMatchObject([
    {
      path: '/api/things',
      init: {
        method: 'POST',
        credentials: 'include',
        headers: { 'Content-Type': 'application/json' },
        body: '{"name":"one"}',
      },
    },
  ]);
});

test('times out after 60 s [P7.15, P9.8]', async () => {
  const timer = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
  onTestFinished(() => timeout.mockRestore());
  const requests = serve(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const answer = request('GET', '/api/slow');
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  timer.abort();
  await expect(answer).rejects.toThrow('aborted');
});

test('returns an empty object for a DELETE answered with 204 [P7.16]', async () => {
  const empty = async () => new Response(null, { status: 204 });
  const requests = serve(empty, empty, empty);
  expect(await request('DELETE', '/api/things/1')).toEqual({});
  expect(await call(upscaleCalls.remove, { params: { id: 'one' } })).toEqual({});
  // Its contract has an answer.
  expect(await call(revokeAccess, { params: { uid: 'one' } })).toEqual({});
  expect(requests[1]).toMatchObject({ path: '/api/upscale/batch/one', init: { method: 'DELETE' } });
});

test('rejects a 204 from a call whose answer is needed', async () => {
  serve(new Response(null, { status: 204 }));
  await expect(call(getUserInfo)).rejects.toThrow('role');
});

test('sends the user and the token [P6.11, P7.1]', async () => {
  connectClient({
    ...signedOut,
    identity: async () => ({
      id: 'uid',
      email: 'zoe@studio.example',
      name: 'Zoë',
      getToken: async () => 'the-token',
    }),
  });
  const requests = serve(Response.json({ role: 'user', isAdmin: false }));
  expect(await call(getUserInfo)).toEqual({ role: 'user', isAdmin: false });
  expect(requests[0]?.init.headers).toEqual({
    Authorization: 'Bearer the-token',
    'x-user-id': 'uid',
    'x-user-email': 'zoe@studio.example',
    'x-user-name': 'Zo%C3%AB',
  });
  expect(await findUserId()).toBe('uid');
});

test('fails with status, status text and the reason of the server [P7.19]', async () => {
  const body = { error: 'The last admin cannot be demoted.', code: 'conflict', requestId: 'r' };
  serve(Response.json(body, { status: 409, statusText: 'Conflict' }));
  await expect(request('GET', '/api/things')).rejects.toMatchObject({
    message: '409: Conflict',
    status: 409,
    reason: 'The last admin cannot be demoted.',
    isBanned: false,
  });
});

test('fails for an error response that is not JSON', async () => {
  serve(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }));
  await expect(request('GET', '/api/things')).rejects.toMatchObject({
    message: '502: Bad Gateway',
    reason: undefined,
  });
});

test.each([
  ['a 403 with the flag', 403, true, 1],
  ['a 403 without the flag', 403, false, 0],
  ['the flag on another status', 401, true, 0],
])('reports a ban only for a 403 with the flag: %s [P4.22, P8.5]', async (_name, status, banned, times) => {
  const onBanned = vi.fn<() => void>();
  connectClient({ ...signedOut, onBanned });
  serve(Response.json({ error: 'No.', code: 'no', requestId: 'r', banned }, { status }));
  await expect(request('GET', '/api/things')).rejects.toMatchObject({ status, isBanned: times === 1 });
  expect(onBanned).toHaveBeenCalledTimes(times);
});

test('reports a ban even if the rest of the body is odd [P4.22, P8.5]', async () => {
  const onBanned = vi.fn<() => void>();
  connectClient({ ...signedOut, onBanned });
  serve(Response.json({ banned: true, error: 5 }, { status: 403 }));
  await expect(request('GET', '/api/things')).rejects.toMatchObject({ isBanned: true, reason: undefined });
  expect(onBanned).toHaveBeenCalledOnce();
});

test('fills in the path of a call and rejects a response against the contract [P7.5]', async () => {
  const requests = serve(Response.json({ success: 'perhaps' }));
  const answer = call(changeRole, { params: { uid: 'a/b?c' }, body: { role: 'admin' } });
  await expect(answer).rejects.toThrow('success');
  expect(requests[0]?.path).toBe('/api/admin/user-directory/users/a%2Fb%3Fc/role');
});

test('sends params that the path does not name as its query', async () => {
  const page = async () => Response.json({ entries: [], next: null, total: 0 });
  const requests = serve(page, page);
  await call(listFailedWork, { params: { after: '1~a&b' } });
  await call(listFailedWork, { params: {} });
  expect(requests.map(({ path }) => path)).toEqual([
    `${listFailedWork.path}?after=1%7Ea%26b`,
    listFailedWork.path,
  ]);
});

test('sends an App Check token with the requests of a user, and none if there is none', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const identity = { id: 'u', email: 'e', name: 'n', getToken: async () => 'id-token' };
  const getAppCheckToken = vi.fn<() => Promise<string>>();
  connectClient({ ...signedOut, identity: async () => identity, getAppCheckToken });
  const answer = async () => Response.json({});
  const requests = serve(answer, answer, answer);
  getAppCheckToken.mockResolvedValueOnce('app-token').mockRejectedValueOnce(new Error('throttled'));
  await request('GET', '/api/things');
  await request('GET', '/api/things');
  // reCAPTCHA is blocked.
  getAppCheckToken.mockReturnValueOnce(new Promise(() => undefined));
  const blocked = request('GET', '/api/things');
  await vi.advanceTimersByTimeAsync(10_000);
  await blocked;
  const headers = requests.map(({ init }) => new Headers(init.headers).get('x-firebase-appcheck'));
  expect(headers).toEqual(['app-token', null, null]);
});

test('adds the headers of a call to those of every request', async () => {
  const requests = serve(Response.json({ role: 'user', isAdmin: false }));
  await call(getUserInfo, { headers: { 'Idempotency-Key': 'once' } });
  expect(requests[0]?.init.headers).toEqual({ 'Idempotency-Key': 'once' });
});

test('times out when a file does not start within 60 s, not while it downloads [T9.0.11]', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const requests = serve(
    async () => new Response('the first bytes'),
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  await requestFile('/api/large.zip');
  const late = requestFile('/api/late.zip').catch(String);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await late).toBe('Error: aborted');
  expect(requests[0]?.init.signal?.aborted).toBe(false);
});
