import { upscaleImages } from '@portal/contracts/upscale';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { createFile } from './testing/create-file.ts';
import { createTransport } from './testing/fake-transport.ts';
import { UploadSession, type UploadRequest } from './upload-session.ts';
import { UploadDeniedError } from './upload-transport.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({
      now: NOW,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    }),
);
afterEach(() => void vi.useRealTimers());

const MB = 1024 * 1024;
const NOW = new Date('2026-11-21T08:05:00');
/** In the time zone of the tests. */
const NAME = '11/21/26, 8:05 AM';

const createRequest = (
  count: number,
  size: number,
  overrides: Partial<UploadRequest> = {},
): UploadRequest => ({
  files: Array.from({ length: count }, (_, index) => ({
    key: `key-${index}`,
    file: createFile(`${index}.jpg`, { size }),
  })),
  call: upscaleImages,
  options: { scale: 2 },
  ...overrides,
});
const createSmall = () => createRequest(3, MB);
const createLarge = (count = 6) => createRequest(count, 8 * MB);

function start(request: UploadRequest) {
  const server = createTransport();
  const session = new UploadSession('upscale', server.transport);
  const end = session.send(request).catch((error: unknown) => error);
  return {
    ...server,
    session,
    end,
    states: () => request.files.map(({ key }) => session.getFile(key)?.state),
  };
}

/** Runs pending promises. Files are read outside the fake clock. */
const settle = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(0);
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

async function finishAll(puts: readonly { finish: () => void }[]): Promise<void> {
  for (const put of puts) {
    put.finish();
    await settle();
  }
}

test('sends a small selection as a form with its options [D-uploads.2, T3.5.3, T3.7.4]', async () => {
  const { transport, end } = start({
    ...createSmall(),
    options: { scale: 4, enhance: true },
  });
  expect(await end).toBe('batch-1');
  expect(transport.putFile).not.toHaveBeenCalled();
  const [path, form, options] = transport.sendForm.mock.calls[0] ?? [];
  expect(path).toBe('/api/upscale/multiple');
  expect(form?.getAll('images').map((file) => (file instanceof File ? file.name : file))).toEqual([
    '0.jpg',
    '1.jpg',
    '2.jpg',
  ]);
  expect(Object.fromEntries([...(form ?? [])].filter(([name]) => name !== 'images'))).toEqual({
    batchName: NAME,
    scale: '4',
    enhance: 'true',
    originalFilenames: '["0.jpg","1.jpg","2.jpg"]',
  });
  expect(options?.headers).toEqual({ 'Idempotency-Key': expect.stringMatching(/^[\w-]{36}$/) });
});

test.each([
  [8 * MB, 1, 0],
  [8 * MB + 1, 0, 1],
])('sends %i bytes as %i forms and %i files in Cloud Storage [D-uploads.3]', async (size, forms, files) => {
  const { transport } = start(createRequest(1, size));
  await settle();
  expect(transport.sendForm).toHaveBeenCalledTimes(forms);
  expect(transport.putFile).toHaveBeenCalledTimes(files);
});

test('attributes the bytes of a form to its files one by one [D-uploads.5]', async () => {
  const { transport, session, states } = start(createSmall());
  transport.sendForm.mockReturnValue(new Promise(() => undefined));
  await settle();
  const onProgress = transport.sendForm.mock.calls[0]?.[2].onProgress;
  onProgress?.(1.5 * MB, 3 * MB);
  expect(states()).toEqual(['sent', 'sending', 'waiting']);
  expect(session.getProgress()).toMatchObject({ phase: 'sending', sentBytes: 1.5 * MB, totalBytes: 3 * MB });
  onProgress?.(3 * MB, 3 * MB);
  expect(session.getProgress().phase).toBe('starting');
});

test('uploads a large selection four files at a time and names them as JSON [D-uploads.3]', async () => {
  const { transport, puts, end, states } = start(createLarge());
  await settle();
  expect(puts).toHaveLength(4);
  puts[1]?.finish();
  await settle();
  expect(puts).toHaveLength(5);
  expect(states()).toEqual(['sending', 'sent', 'sending', 'sending', 'sending', 'waiting']);
  expect(transport.sendJson).not.toHaveBeenCalled();
  await finishAll(puts);
  await finishAll(puts);
  expect(await end).toBe('batch-1');
  const [path, body, headers] = transport.sendJson.mock.calls[0] ?? [];
  expect(path).toBe('/api/upscale/multiple');
  expect(body).toEqual({
    batchName: NAME,
    scale: 2,
    folder: puts[0]?.folder,
    files: puts.map(({ id, name }) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name)),
  });
  expect(new Set(puts.map(({ folder }) => folder)).size).toBe(1);
  expect(new Set(puts.map(({ id }) => id)).size).toBe(6);
  expect(headers).toHaveProperty('Idempotency-Key');
});

test('reports progress per file and in total [D-uploads.5]', async () => {
  const { puts, session } = start(createLarge());
  await settle();
  puts[0]?.onProgress(2 * MB);
  puts[2]?.onProgress(3 * MB);
  expect(session.getFile('key-0')).toEqual({ state: 'sending', sentBytes: 2 * MB });
  expect(session.getProgress()).toMatchObject({ sentBytes: 5 * MB, totalBytes: 48 * MB, failedFiles: 0 });
});

test('retries a failed file with growing delays', async () => {
  const { puts, states } = start(createRequest(1, 31 * MB));
  await settle();
  for (const [tries, seconds] of [1, 2, 4].entries()) {
    puts[tries]?.fail();
    await pass(seconds - 0.01);
    expect(puts).toHaveLength(tries + 1);
    await pass(0.01);
    expect(puts).toHaveLength(tries + 2);
  }
  expect(new Set(puts.map(({ id }) => id)).size).toBe(1);
  puts[3]?.fail();
  await pass(60);
  expect(puts).toHaveLength(4);
  expect(states()).toEqual(['failed']);
});

test('opens a folder for exactly these files first [D-access-and-money.2]', async () => {
  const { transport, puts } = start(createLarge());
  await settle();
  expect(transport.openFolder).toHaveBeenCalledExactlyOnceWith({
    tool: 'upscale',
    folder: undefined,
    files: Array.from({ length: 6 }, () => ({ bytes: 8 * MB, contentType: 'image/jpeg' })),
  });
  const [result] = transport.openFolder.mock.results;
  if (result?.type !== 'return') throw new Error('openFolder did not return.');
  const { folder, fileIds } = await result.value;
  expect(puts.map((put) => ({ folder: put.folder, id: put.id }))).toEqual(
    fileIds.slice(0, 4).map((id) => ({ folder, id })),
  );
});

test('shows the server’s message and sends nothing when the daily limit is reached', async () => {
  const request = createLarge();
  const server = createTransport();
  server.transport.openFolder.mockRejectedValue(
    new ApiFailure(429, '', { reason: 'The daily limit is reached.' }),
  );
  const session = new UploadSession('upscale', server.transport);
  await expect(session.send(request)).rejects.toThrow('429');
  expect(session.getProgress()).toMatchObject({ phase: 'failed', reason: 'The daily limit is reached.' });
  expect(server.puts).toEqual([]);
});

test('adds files selected after a failure to the same folder', async () => {
  const request = createLarge(5);
  const server = start(request);
  await failFirst(server);
  await finishAll(server.puts);
  await finishAll(server.puts);
  await server.end;
  const { files } = createLarge(6);
  const again = server.session.send({ ...request, files });
  await settle();
  const [, [added] = []] = server.transport.openFolder.mock.calls;
  expect(added).toMatchObject({ folder: server.puts[0]?.folder, files: [{ bytes: 8 * MB }] });
  await finishAll(server.puts);
  expect(await again).toBe('batch-1');
  expect(new Set(server.puts.map(({ folder }) => folder)).size).toBe(1);
});

test('treats a file that is denied after a lost response as stored', async () => {
  const { puts, end, states } = start(createRequest(1, 31 * MB));
  await settle();
  puts[0]?.fail();
  await pass(1);
  puts[1]?.fail(new UploadDeniedError());
  expect(await end).toBe('batch-1');
  expect(states()).toEqual([undefined]);
  expect(puts).toHaveLength(2);
});

test('fails a file that is denied from the start', async () => {
  const { puts, states, transport } = start(createRequest(1, 31 * MB));
  await settle();
  for (let tries = 0; tries < 4; tries += 1) {
    puts[tries]?.fail(new UploadDeniedError());
    await pass(4);
  }
  expect(puts).toHaveLength(4);
  expect(states()).toEqual(['failed']);
  expect(transport.sendJson).not.toHaveBeenCalled();
});

test('opens a new folder when the last one has expired', async () => {
  const request = createLarge();
  const server = start(request);
  await failFirst(server);
  await finishAll(server.puts);
  await finishAll(server.puts);
  await server.end;
  const before = server.puts.length;
  vi.setSystemTime(Date.now() + 12 * 60 * 60 * 1000);
  void server.session.send(request);
  await settle();
  expect(server.puts.slice(before).map(({ name }) => name)).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg']);
  expect(server.puts[before]?.folder).not.toBe(server.puts[0]?.folder);
});

async function failFirst(server: ReturnType<typeof start>): Promise<void> {
  for (let tries = 0; tries < 4; tries++) {
    await settle();
    for (const put of server.puts) if (put.name === '0.jpg') put.fail();
    await pass(4);
  }
}

test('fails one file alone and sends only that file on retry', async () => {
  const request = createLarge();
  const server = start(request);
  const { puts, session, end, transport, states } = server;
  await failFirst(server);
  await finishAll(puts);
  await finishAll(puts);
  expect(await end).toBeInstanceOf(Error);
  expect(session.getProgress()).toMatchObject({ phase: 'failed', failedFiles: 1, sentBytes: 40 * MB });
  expect(states()).toEqual(['failed', 'sent', 'sent', 'sent', 'sent', 'sent']);
  expect(transport.sendJson).not.toHaveBeenCalled();
  const before = puts.length;
  const again = session.send(request);
  expect(session.getProgress().pace.sentBytes).toBe(40 * MB);
  await settle();
  expect(puts.slice(before).map(({ name }) => name)).toEqual(['0.jpg']);
  await finishAll(puts.slice(before));
  expect(await again).toBe('batch-1');
  expect(transport.sendJson.mock.calls[0]?.[1]).toHaveProperty('files.5');
});

test('retries one failed file while others are uploading', async () => {
  const server = start(createLarge());
  await failFirst(server);
  expect(server.session.getFile('key-0')?.state).toBe('failed');
  server.session.retryFile('key-0');
  expect(server.session.getFile('key-0')?.state).toBe('waiting');
  for (let round = 0; round < 3; round++) await finishAll(server.puts);
  expect(await server.end).toBe('batch-1');
});

test('starts the batch without a failed file that was removed', async () => {
  const request = createLarge();
  const server = start(request);
  await failFirst(server);
  await finishAll(server.puts);
  await finishAll(server.puts);
  await server.end;
  server.session.removeFile('key-0');
  expect(server.session.getProgress()).toMatchObject({ failedFiles: 0, totalBytes: 40 * MB });
  const before = server.puts.length;
  expect(await server.session.send({ ...request, files: request.files.slice(1) })).toBe('batch-1');
  expect(server.puts).toHaveLength(before);
});

test('explains that a file was moved or changed', async () => {
  const request = createRequest(1, 31 * MB);
  vi.spyOn(request.files[0]?.file ?? new File([], ''), 'slice').mockReturnValue(
    Object.assign(new Blob(), {
      arrayBuffer: () => Promise.reject(new DOMException('Gone.', 'NotFoundError')),
    }),
  );
  const { puts, session } = start(request);
  for (let tries = 0; tries < 4; tries++) {
    await settle();
    puts[tries]?.fail();
    await pass(4);
  }
  expect(session.getFile('key-0')).toMatchObject({
    state: 'failed',
    reason: 'This file was moved or changed. Remove it and select it again.',
  });
});

test('stops everything on cancel and starts over next time [D-uploads.5]', async () => {
  const request = createLarge();
  const { puts, session, end, transport, stopWarning } = start(request);
  await settle();
  puts[0]?.finish();
  await settle();
  session.cancel();
  expect(await end).toBeUndefined();
  expect(puts.every(({ signal }) => signal.aborted)).toBe(true);
  expect(session.getProgress().phase).toBe('idle');
  expect(stopWarning).toHaveBeenCalledOnce();
  await pass(60);
  expect(puts).toHaveLength(5);
  expect(transport.sendJson).not.toHaveBeenCalled();
  void session.send(request);
  await settle();
  expect(puts.slice(5).map(({ name }) => name)).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg']);
  expect(puts[5]?.folder).not.toBe(puts[0]?.folder);
});

test('resumes after a lost connection but does not start the batch', async () => {
  const request = createRequest(1, 31 * MB);
  const { puts, session, disconnect, reconnect, listeners, end, transport } = start(request);
  await settle();
  disconnect();
  expect(session.getProgress().isOnline).toBe(false);
  puts[0]?.fail();
  await pass(3600);
  expect(puts).toHaveLength(1);
  reconnect();
  await settle();
  expect(puts).toHaveLength(2);
  expect(session.getProgress()).toMatchObject({ phase: 'sending', isOnline: true });
  puts[1]?.finish();
  await settle();
  expect(await end).toBeInstanceOf(Error);
  expect(session.getProgress().phase).toBe('interrupted');
  expect(session.isBusy()).toBe(false);
  expect(listeners.size).toBe(0);
  await pass(3600);
  expect(transport.sendJson).not.toHaveBeenCalled();
  // The user confirms. Uploaded files are not sent again.
  expect(await session.send(request)).toBe('batch-1');
  expect(puts).toHaveLength(2);
});

test.each([
  ['started while offline', 0],
  ['whose request failed with the connection', 1],
])('does not resend a batch %s', async (_name, calls) => {
  const request = createSmall();
  const server = createTransport();
  const session = new UploadSession('upscale', server.transport);
  if (calls === 0) server.disconnect();
  server.transport.sendForm.mockImplementationOnce(() => {
    server.disconnect();
    return Promise.reject(new TypeError('The connection failed.'));
  });
  const end = session.send(request).catch((error: unknown) => error);
  await settle();
  server.reconnect();
  await pass(3600);
  expect(await end).toBeInstanceOf(Error);
  expect(session.getProgress().phase).toBe('interrupted');
  expect(server.transport.sendForm).toHaveBeenCalledTimes(calls);
  expect(server.stopWarning).toHaveBeenCalledOnce();

  server.transport.sendForm.mockReset().mockResolvedValue({ success: true, batchId: 'batch-1' });
  expect(await session.send(request)).toBe('batch-1');
});

test('keeps the idempotency key after a lost connection', async () => {
  const request = createSmall();
  const { transport, disconnect, reconnect } = createTransport();
  const session = new UploadSession('upscale', transport);
  transport.sendForm.mockImplementationOnce(() => {
    disconnect();
    return Promise.reject(new TypeError('The connection failed.'));
  });
  await session.send(request).catch(() => undefined);
  reconnect();
  await session.send(request);
  const keys = transport.sendForm.mock.calls.map(([, , { headers }]) => headers['Idempotency-Key']);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('resets when an interrupted batch is cancelled', async () => {
  const { transport, disconnect } = createTransport();
  const session = new UploadSession('upscale', transport);
  disconnect();
  await session.send(createSmall()).catch(() => undefined);
  session.cancel();
  expect(session.getProgress().phase).toBe('idle');
});

test.each([
  ['small', createSmall(), 'sendForm' as const],
  ['large', createLarge(), 'sendJson' as const],
])('resends the idempotency key of a %s selection after a lost response', async (_name, request, way) => {
  const { transport, puts, end } = start(request);
  transport[way].mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await settle();
  await finishAll(puts);
  await finishAll(puts);
  await pass(1);
  expect(await end).toBe('batch-1');
  const keys = transport[way].mock.calls.map((call) => JSON.stringify(call[2] ?? {}).match(/[\w-]{36}/)?.[0]);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('uses the same key for a retry and a new key for another request or batch', async () => {
  const request = createSmall();
  const { transport, session } = start(request);
  const keyOf = (call: number) => transport.sendForm.mock.calls[call]?.[2].headers['Idempotency-Key'];
  const nameOf = (call: number) => transport.sendForm.mock.calls[call]?.[1].get('batchName');
  transport.sendForm.mockRejectedValue(new ApiFailure(500, 'Internal Server Error', { reason: 'Secret.' }));
  await session.send(request).catch(() => undefined);
  await settle();
  expect(session.getProgress()).toMatchObject({ phase: 'failed', reason: undefined });
  await pass(90);
  await session.send(request).catch(() => undefined);
  await session.send({ ...request, options: { scale: 4 } }).catch(() => undefined);
  transport.sendForm.mockResolvedValue({ success: true, batchId: 'batch-2' });
  await session.send({ ...request, options: { scale: 4 } });
  await session.send({ ...request, options: { scale: 4 } });
  expect(nameOf(1)).toBe(nameOf(0));
  expect(keyOf(1)).toBe(keyOf(0));
  expect(keyOf(2)).not.toBe(keyOf(1));
  expect(keyOf(3)).toBe(keyOf(2));
  expect(keyOf(4)).not.toBe(keyOf(3));
});

test.each([
  [400, 0],
  [404, 6],
])('after a %i response, sends %i files again with a new key', async (status, count) => {
  const request = createLarge();
  const { transport, puts, session, end } = start(request);
  transport.sendJson.mockRejectedValueOnce(new ApiFailure(status, '', { reason: 'No.' }));
  await settle();
  await finishAll(puts);
  await finishAll(puts);
  await end;
  const again = session.send(request);
  await settle();
  await finishAll(puts);
  await finishAll(puts);
  expect(await again).toBe('batch-1');
  expect(puts).toHaveLength(6 + count);
  const [first, second] = transport.sendJson.mock.calls.map(([, , headers]) => headers['Idempotency-Key']);
  expect(second).not.toBe(first);
});

test('does not retry a rejected request and keeps its message', async () => {
  const request = createSmall();
  const server = createTransport();
  server.transport.sendForm.mockRejectedValue(
    new ApiFailure(400, 'Bad Request', { reason: 'Choose a preset.' }),
  );
  const session = new UploadSession('upscale', server.transport);
  await expect(session.send(request)).rejects.toThrow('400');
  expect(server.transport.sendForm).toHaveBeenCalledOnce();
  expect(session.getProgress()).toMatchObject({
    phase: 'failed',
    reason: 'Choose a preset.',
    failedFiles: 0,
  });
  expect(session.getFile('key-0')).toBeUndefined();
  expect(server.stopWarning).toHaveBeenCalledOnce();
});

test('ignores a second click and warns before leaving meanwhile', async () => {
  const request = createSmall();
  const { session, transport, end, stopWarning } = start(request);
  expect(session.isBusy()).toBe(true);
  expect(await session.send(request)).toBeUndefined();
  expect(stopWarning).not.toHaveBeenCalled();
  await end;
  expect(transport.sendForm).toHaveBeenCalledOnce();
  expect(transport.warnBeforeLeaving).toHaveBeenCalledOnce();
  expect(stopWarning).toHaveBeenCalledOnce();
});
