import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectClient } from './client.ts';
import { sendForm } from './send-form.ts';

const signedOut = { identity: async () => undefined, onBanned: () => undefined };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  connectClient(signedOut);
});

/** XMLHttpRequest exists only in browsers. The test controls what happens to the request. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  opened = '';
  withCredentials = false;
  status = 0;
  statusText = '';
  responseText = '';

  open(method: string, path: string): void {
    this.opened = `${method} ${path}`;
    FakeRequest.last = this;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return name === 'retry-after' && this.status === 429 ? '3' : null;
  }
  send(): void {}
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  answer(status: number, body: string): void {
    Object.assign(this, { status, responseText: body });
    this.dispatchEvent(new Event('load'));
  }
}

async function send() {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const onProgress = vi.fn<(sent: number, total: number) => void>();
  const abort = new AbortController();
  const answer = sendForm('/api/things', new FormData(), {
    headers: { 'Idempotency-Key': 'once' },
    signal: abort.signal,
    onProgress,
  }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  return { answer, onProgress, abort, request: FakeRequest.last };
}

test('sends credentials and user, and reports progress', async () => {
  connectClient({
    ...signedOut,
    identity: async () => ({ id: 'uid', email: 'e', name: 'n', getToken: async () => 'the-token' }),
  });
  const { answer, onProgress, request } = await send();
  expect(request).toMatchObject({
    opened: 'POST /api/things',
    withCredentials: true,
    headers: { 'Idempotency-Key': 'once', Authorization: 'Bearer the-token', 'x-user-id': 'uid' },
  });
  request.progress(5, 10);
  request.answer(202, '{"batchId":"1"}');
  expect(await answer).toEqual({ batchId: '1' });
  expect(onProgress.mock.calls).toEqual([[5, 10]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('times out only after 60 s without progress', async () => {
  const { answer, request } = await send();
  for (let sent = 1; sent <= 10; sent++) {
    await vi.advanceTimersByTimeAsync(59_000);
    request.progress(sent, 10);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answer).toMatchObject({ message: 'The request was aborted.' });
});

test('fails like any other call and reports a ban', async () => {
  const onBanned = vi.fn<() => void>();
  connectClient({ ...signedOut, onBanned });
  const { answer, request } = await send();
  request.answer(403, JSON.stringify({ error: 'No.', code: 'no', requestId: 'r', banned: true }));
  expect(await answer).toMatchObject({ status: 403, reason: 'No.', isBanned: true });
  expect(onBanned).toHaveBeenCalledOnce();
});

test('says when the server wants the form again', async () => {
  const { answer, request } = await send();
  request.answer(429, JSON.stringify({ error: 'Wait.', code: 'rate-limited', requestId: 'r' }));
  expect(await answer).toMatchObject({ status: 429, retryAfterSeconds: 3 });
});

test('fails for a response that is not JSON', async () => {
  const { answer, request } = await send();
  request.answer(502, '<h1>Bad gateway</h1>');
  expect(await answer).toMatchObject({ status: 502, reason: undefined });
});

test('can be canceled, and fails when the connection breaks', async () => {
  const cancelled = await send();
  cancelled.abort.abort();
  expect(await cancelled.answer).toBeInstanceOf(TypeError);
  const broken = await send();
  broken.request.dispatchEvent(new Event('error'));
  expect(await broken.answer).toMatchObject({ message: 'The connection failed.' });
});
