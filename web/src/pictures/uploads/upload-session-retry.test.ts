import { expect, test, vi } from 'vitest';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { createTransport } from './testing/fake-transport.ts';
import {
  MB,
  createLarge,
  createRequest,
  createSmall,
  failFirst,
  finishAll,
  pass,
  flushPromises,
  startSession,
  useFakeClock,
} from './testing/start-session.ts';
import { isFile } from './selected.ts';
import { UploadSession } from './upload-session.ts';
import { UploadDeniedError } from './transport.ts';

useFakeClock();

test('retries a failed file with growing delays', async () => {
  const { puts, states } = startSession(createRequest(1, 31 * MB));
  await flushPromises();
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

test('adds files selected after a failure to the same folder', async () => {
  const request = createLarge(5);
  const server = startSession(request);
  await failFirst(server);
  await finishAll(server.puts);
  await finishAll(server.puts);
  await server.end;
  const { files } = createLarge(6);
  const again = server.session.send({ ...request, files });
  await flushPromises();
  const [, [added] = []] = server.transport.openFolder.mock.calls;
  expect(added).toMatchObject({ folder: server.puts[0]?.folder, files: [{ bytes: 8 * MB }] });
  await finishAll(server.puts);
  expect(await again).toBe('batch-1');
  expect(new Set(server.puts.map(({ folder }) => folder)).size).toBe(1);
});

test('treats a file that is denied after a lost response as stored', async () => {
  const { puts, end, states } = startSession(createRequest(1, 31 * MB));
  await flushPromises();
  puts[0]?.fail();
  await pass(1);
  puts[1]?.fail(new UploadDeniedError());
  expect(await end).toBe('batch-1');
  expect(states()).toEqual([undefined]);
  expect(puts).toHaveLength(2);
});

test('fails a file that is denied from the start', async () => {
  const { puts, states, transport } = startSession(createRequest(1, 31 * MB));
  await flushPromises();
  for (let tries = 0; tries < 4; tries += 1) {
    puts[tries]?.fail(new UploadDeniedError());
    await pass(4);
  }
  expect(puts).toHaveLength(4);
  expect(states()).toEqual(['failed']);
  expect(transport.sendJson).not.toHaveBeenCalled();
});

test('fails one file alone and sends only that file on retry', async () => {
  const request = createLarge();
  const server = startSession(request);
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
  await flushPromises();
  expect(puts.slice(before).map(({ name }) => name)).toEqual(['0.jpg']);
  await finishAll(puts.slice(before));
  expect(await again).toBe('batch-1');
  expect(transport.sendJson.mock.calls[0]?.[1]).toHaveProperty('files.5');
});

test('retries one failed file while others are uploading', async () => {
  const server = startSession(createLarge());
  await failFirst(server);
  expect(server.session.getFile('key-0')?.state).toBe('failed');
  server.session.retryFile('key-0');
  expect(server.session.getFile('key-0')?.state).toBe('waiting');
  for (let round = 0; round < 3; round++) await finishAll(server.puts);
  expect(await server.end).toBe('batch-1');
});

test('starts the batch without a failed file that was removed', async () => {
  const request = createLarge();
  const server = startSession(request);
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
  vi.spyOn(request.files.find(isFile)?.file ?? new File([], ''), 'slice').mockReturnValue(
    Object.assign(new Blob(), {
      arrayBuffer: () => Promise.reject(new DOMException('Gone.', 'NotFoundError')),
    }),
  );
  const { puts, session } = startSession(request);
  for (let tries = 0; tries < 4; tries++) {
    await flushPromises();
    puts[tries]?.fail();
    await pass(4);
  }
  expect(session.getFile('key-0')).toMatchObject({
    state: 'failed',
    reason: 'This file was moved or changed. Remove it and select it again.',
  });
});

test('resumes after a lost connection but does not start the batch', async () => {
  const request = createRequest(1, 31 * MB);
  const { puts, session, disconnect, reconnect, listeners, end, transport } = startSession(request);
  await flushPromises();
  disconnect();
  expect(session.getProgress().isOnline).toBe(false);
  puts[0]?.fail();
  await pass(3600);
  expect(puts).toHaveLength(1);
  reconnect();
  await flushPromises();
  expect(puts).toHaveLength(2);
  expect(session.getProgress()).toMatchObject({ phase: 'sending', isOnline: true });
  puts[1]?.finish();
  await flushPromises();
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
  await flushPromises();
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

test('does not start the batch of a lost answer twice after a cancel, and gives another one its own files', async () => {
  const request = createRequest(1, 31 * MB);
  const server = startSession(request);
  const { transport, puts, session, disconnect, reconnect } = server;
  transport.sendJson.mockImplementationOnce(() => {
    disconnect();
    return Promise.reject(new TypeError('The connection failed.'));
  });
  await flushPromises();
  await finishAll(puts);
  await server.end;
  expect(session.getProgress()).toMatchObject({ phase: 'interrupted', mayHaveStarted: true });
  reconnect();
  session.cancel();
  transport.sendJson.mockRejectedValueOnce(new ApiFailure(500, 'Internal Server Error'));
  await session.send(request).catch(() => undefined);
  const again = session.send({ ...request, options: { scale: 4 } });
  await flushPromises();
  await finishAll(puts.slice(1));
  expect(await again).toBe('batch-1');
  const sent = transport.sendJson.mock.calls.map(([, body, headers]) => [
    headers['Idempotency-Key'],
    JSON.stringify(body).match(/"folder":"([\w-]+)"/)?.[1],
  ]);
  expect(sent).toHaveLength(3);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]?.[0]).not.toBe(sent[0]?.[0]);
  expect(sent[2]?.[1]).not.toBe(sent[0]?.[1]);
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
  const { transport, puts, end } = startSession(request);
  transport[way].mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await flushPromises();
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
  const { transport, session } = startSession(request);
  const keyOf = (call: number) => transport.sendForm.mock.calls[call]?.[2].headers['Idempotency-Key'];
  const nameOf = (call: number) => transport.sendForm.mock.calls[call]?.[1].get('batchName');
  transport.sendForm.mockRejectedValue(new ApiFailure(500, 'Internal Server Error', { reason: 'Secret.' }));
  await session.send(request).catch(() => undefined);
  await flushPromises();
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
  const { transport, puts, session, end } = startSession(request);
  transport.sendJson.mockRejectedValueOnce(new ApiFailure(status, '', { reason: 'No.' }));
  await flushPromises();
  await finishAll(puts);
  await finishAll(puts);
  await end;
  const again = session.send(request);
  await flushPromises();
  await finishAll(puts);
  await finishAll(puts);
  expect(await again).toBe('batch-1');
  expect(puts).toHaveLength(6 + count);
  const [first, second] = transport.sendJson.mock.calls.map(([, , headers]) => headers['Idempotency-Key']);
  expect(second).not.toBe(first);
});
