import { changeRole } from '@portal/contracts/directory';
import { getUserInfo } from '@portal/contracts/identity';
import { upscaleCalls } from '@portal/contracts/upscale';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../testing/fake-server.ts';
import { call, connectClient, request, requestFile } from './client.ts';

const nobody = { identity: () => undefined, onBanned: () => undefined };
afterEach(() => connectClient(nobody));

test('[P7.15] a body goes as JSON, with the credentials', async () => {
  const asked = serve(Response.json({ made: true }));
  expect(await request('POST', '/api/things', { name: 'one' })).toEqual({ made: true });
  expect(asked).toMatchObject([
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

test('[P7.15, P9.8] a request is given up after 60 s', async () => {
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  onTestFinished(() => timeout.mockRestore());
  serve(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('given up')));
      }),
  );
  const answer = request('GET', '/api/slow');
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000));
  patience.abort();
  await expect(answer).rejects.toThrow('given up');
});

test('[P7.16] a DELETE answered with 204 gives an empty object', async () => {
  serve(new Response(null, { status: 204 }));
  expect(await request('DELETE', '/api/things/1')).toEqual({});
});

test('a call that the contract lets be answered with nothing succeeds with nothing', async () => {
  const asked = serve(new Response(null, { status: 204 }));
  expect(await call(upscaleCalls.remove, { params: { id: 'one' } })).toBeUndefined();
  expect(asked).toMatchObject([{ path: '/api/upscale/batch/one', init: { method: 'DELETE' } }]);
});

test('[P6.11, P7.1] requests name who asks, and carry the token', async () => {
  connectClient({
    ...nobody,
    identity: () => ({
      id: 'uid',
      email: 'zoe@studio.example',
      name: 'Zoë',
      getToken: async () => 'the-token',
    }),
  });
  const asked = serve(Response.json({ role: 'user', isAdmin: false }));
  expect(await call(getUserInfo)).toEqual({ role: 'user', isAdmin: false });
  expect(asked[0]?.init.headers).toEqual({
    Authorization: 'Bearer the-token',
    'x-user-id': 'uid',
    'x-user-email': 'zoe@studio.example',
    'x-user-name': 'Zo%C3%AB',
  });
});

test('[P7.19] an answer that is not OK fails with its status and status text, and the reason of the server', async () => {
  const body = { error: 'This is the last admin.', code: 'conflict', requestId: 'r' };
  serve(Response.json(body, { status: 409, statusText: 'Conflict' }));
  await expect(request('GET', '/api/things')).rejects.toMatchObject({
    message: '409: Conflict',
    status: 409,
    reason: 'This is the last admin.',
    isBanned: false,
  });
});

test('an error answer that is no JSON fails like any other', async () => {
  serve(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }));
  await expect(request('GET', '/api/things')).rejects.toMatchObject({
    message: '502: Bad Gateway',
    reason: undefined,
  });
});

test.each([
  ['a 403 with the flag', 403, true, 1],
  ['a 403 without it', 403, false, 0],
  ['the flag on another status', 401, true, 0],
])('[P4.22, P8.5] %s: the session hears of a ban, or not', async (_name, status, banned, times) => {
  const onBanned = vi.fn<() => void>();
  connectClient({ ...nobody, onBanned });
  serve(Response.json({ error: 'No.', code: 'no', requestId: 'r', banned }, { status }));
  await expect(request('GET', '/api/things')).rejects.toMatchObject({ status, isBanned: times === 1 });
  expect(onBanned).toHaveBeenCalledTimes(times);
});

test('[P7.5] a call fills its path, and an answer that breaks the contract is refused', async () => {
  const asked = serve(Response.json({ success: 'perhaps' }));
  const answer = call(changeRole, { params: { uid: 'a/b?c' }, body: { role: 'admin' } });
  await expect(answer).rejects.toThrow('success');
  expect(asked[0]?.path).toBe('/api/admin/user-directory/users/a%2Fb%3Fc/role');
});

test('a call may carry headers of its own beside the ones that every request has', async () => {
  const asked = serve(Response.json({ role: 'user', isAdmin: false }));
  await call(getUserInfo, { headers: { 'Idempotency-Key': 'once' } });
  expect(asked[0]?.init.headers).toEqual({ 'Idempotency-Key': 'once' });
});

test('[T9.0.11] a file has to begin within 60 s, and may then take its time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked = serve(
    async () => new Response('the first bytes'),
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('given up')));
      }),
  );
  await requestFile('/api/large.zip');
  const late = requestFile('/api/late.zip').catch(String);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await late).toBe('Error: given up');
  expect(asked[0]?.init.signal?.aborted).toBe(false);
});
