import { upscaleImages } from '@portal/contracts/upscale';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { createFile } from './testing/create-file.ts';
import { createTransport } from './testing/fake-transport.ts';
import { UploadSession, type Order } from './upload-session.ts';
import { StorageRefusal } from './upload-transport.ts';

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
/** Where the tests run it is five past eight. */
const NAME = '11/21/26, 8:05 AM';

const createOrder = (count: number, size: number, overrides: Partial<Order> = {}): Order => ({
  files: Array.from({ length: count }, (_, index) => ({
    key: `key-${index}`,
    file: createFile(`${index}.jpg`, { size }),
  })),
  call: upscaleImages,
  options: { scale: 2 },
  ...overrides,
});
const createSmall = () => createOrder(3, MB);
const createLarge = (count = 6) => createOrder(count, 8 * MB);

function start(order: Order) {
  const server = createTransport();
  const session = new UploadSession('upscale', server.transport);
  const end = session.send(order).catch((error: unknown) => error);
  return { ...server, session, end, states: () => order.files.map(({ key }) => session.getFile(key)?.state) };
}

/** Lets what is promised happen, with the pauses between tries; a file is read outside the fake clock. */
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

test('[D-uploads.2, T3.5.3, T3.7.4] a small selection goes with the call itself: its images, and the options as fields', async () => {
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
])('[D-uploads.3] %i bytes in all: %i form, or %i file in Cloud Storage', async (size, forms, files) => {
  const { transport } = start(createOrder(1, size));
  await settle();
  expect(transport.sendForm).toHaveBeenCalledTimes(forms);
  expect(transport.putFile).toHaveBeenCalledTimes(files);
});

test('[D-uploads.5] the bytes of a form are those of its files, one after another', async () => {
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

test('[D-uploads.3] a large one is put into one folder, four files at a time, and the call names them as JSON', async () => {
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

test('[D-uploads.5] each file and the whole tell how far they are', async () => {
  const { puts, session } = start(createLarge());
  await settle();
  puts[0]?.onProgress(2 * MB);
  puts[2]?.onProgress(3 * MB);
  expect(session.getFile('key-0')).toEqual({ state: 'sending', sentBytes: 2 * MB });
  expect(session.getProgress()).toMatchObject({ sentBytes: 5 * MB, totalBytes: 48 * MB, failedFiles: 0 });
});

test('a file that a fault hits is tried again by itself, later each time', async () => {
  const { puts, states } = start(createOrder(1, 31 * MB));
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

test('[D-access-and-money.2] the server opens the folder first, for these files alone', async () => {
  const { transport, puts } = start(createLarge());
  await settle();
  expect(transport.openFolder).toHaveBeenCalledExactlyOnceWith({
    tool: 'upscale',
    folder: undefined,
    files: Array.from({ length: 6 }, () => ({ bytes: 8 * MB, contentType: 'image/jpeg' })),
  });
  const [result] = transport.openFolder.mock.results;
  if (result?.type !== 'return') throw new Error('It was called.');
  const { folder, fileIds } = await result.value;
  expect(puts.map((put) => ({ folder: put.folder, id: put.id }))).toEqual(
    fileIds.slice(0, 4).map((id) => ({ folder, id })),
  );
});

test('a reached daily limit is said in the words of the server, and nothing is sent', async () => {
  const order = createLarge();
  const server = createTransport();
  server.transport.openFolder.mockRejectedValue(
    new ApiFailure(429, '', { reason: 'The daily limit is reached.' }),
  );
  const session = new UploadSession('upscale', server.transport);
  await expect(session.send(order)).rejects.toThrow('429');
  expect(session.getProgress()).toMatchObject({ phase: 'failed', reason: 'The daily limit is reached.' });
  expect(server.puts).toEqual([]);
});

test('files chosen after a failure are added to the same folder', async () => {
  const order = createLarge(5);
  const server = start(order);
  await failFirst(server);
  await finishAll(server.puts);
  await finishAll(server.puts);
  await server.end;
  const { files } = createLarge(6);
  const again = server.session.send({ ...order, files });
  await settle();
  const [, [added] = []] = server.transport.openFolder.mock.calls;
  expect(added).toMatchObject({ folder: server.puts[0]?.folder, files: [{ bytes: 8 * MB }] });
  await finishAll(server.puts);
  expect(await again).toBe('batch-1');
  expect(new Set(server.puts.map(({ folder }) => folder)).size).toBe(1);
});

test('a file that is refused after a lost answer is there already', async () => {
  const { puts, end, states } = start(createOrder(1, 31 * MB));
  await settle();
  puts[0]?.fail();
  await pass(1);
  puts[1]?.fail(new StorageRefusal());
  expect(await end).toBe('batch-1');
  expect(states()).toEqual([undefined]);
  expect(puts).toHaveLength(2);
});

test('a file that is refused from the start failed', async () => {
  const { puts, states, transport } = start(createOrder(1, 31 * MB));
  await settle();
  for (let tries = 0; tries < 4; tries += 1) {
    puts[tries]?.fail(new StorageRefusal());
    await pass(4);
  }
  expect(puts).toHaveLength(4);
  expect(states()).toEqual(['failed']);
  expect(transport.sendJson).not.toHaveBeenCalled();
});

test('a folder that has expired is left for a new one', async () => {
  const order = createLarge();
  const server = start(order);
  await failFirst(server);
  await finishAll(server.puts);
  await finishAll(server.puts);
  await server.end;
  const before = server.puts.length;
  vi.setSystemTime(Date.now() + 12 * 60 * 60 * 1000);
  void server.session.send(order);
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

test('one that gave up fails alone; the next try sends only what is missing, and then makes the call', async () => {
  const order = createLarge();
  const server = start(order);
  const { puts, session, end, transport, states } = server;
  await failFirst(server);
  await finishAll(puts);
  await finishAll(puts);
  expect(await end).toBeInstanceOf(Error);
  expect(session.getProgress()).toMatchObject({ phase: 'failed', failedFiles: 1, sentBytes: 40 * MB });
  expect(states()).toEqual(['failed', 'sent', 'sent', 'sent', 'sent', 'sent']);
  expect(transport.sendJson).not.toHaveBeenCalled();
  const before = puts.length;
  const again = session.send(order);
  expect(session.getProgress().pace.sentBytes).toBe(40 * MB);
  await settle();
  expect(puts.slice(before).map(({ name }) => name)).toEqual(['0.jpg']);
  await finishAll(puts.slice(before));
  expect(await again).toBe('batch-1');
  expect(transport.sendJson.mock.calls[0]?.[1]).toHaveProperty('files.5');
});

test('one that gave up is sent again on demand while the others are still on their way', async () => {
  const server = start(createLarge());
  await failFirst(server);
  expect(server.session.getFile('key-0')?.state).toBe('failed');
  server.session.retryFile('key-0');
  expect(server.session.getFile('key-0')?.state).toBe('waiting');
  for (let round = 0; round < 3; round++) await finishAll(server.puts);
  expect(await server.end).toBe('batch-1');
});

test('one that is taken out after it failed is missed no more', async () => {
  const order = createLarge();
  const server = start(order);
  await failFirst(server);
  await finishAll(server.puts);
  await finishAll(server.puts);
  await server.end;
  server.session.leaveOut('key-0');
  expect(server.session.getProgress()).toMatchObject({ failedFiles: 0, totalBytes: 40 * MB });
  const before = server.puts.length;
  expect(await server.session.send({ ...order, files: order.files.slice(1) })).toBe('batch-1');
  expect(server.puts).toHaveLength(before);
});

test('a file that is gone from the disk says so', async () => {
  const order = createOrder(1, 31 * MB);
  vi.spyOn(order.files[0]?.file ?? new File([], ''), 'slice').mockReturnValue(
    Object.assign(new Blob(), {
      arrayBuffer: () => Promise.reject(new DOMException('Gone.', 'NotFoundError')),
    }),
  );
  const { puts, session } = start(order);
  for (let tries = 0; tries < 4; tries++) {
    await settle();
    puts[tries]?.fail();
    await pass(4);
  }
  expect(session.getFile('key-0')).toMatchObject({
    state: 'failed',
    reason: 'It was moved or changed since it was chosen. Remove it and choose it again.',
  });
});

test('[D-uploads.5] cancelled, everything stops, nothing is made, and the next one begins anew', async () => {
  const order = createLarge();
  const { puts, session, end, transport, letGo } = start(order);
  await settle();
  puts[0]?.finish();
  await settle();
  session.cancel();
  expect(await end).toBeUndefined();
  expect(puts.every(({ signal }) => signal.aborted)).toBe(true);
  expect(session.getProgress().phase).toBe('idle');
  expect(letGo).toHaveBeenCalledOnce();
  await pass(60);
  expect(puts).toHaveLength(5);
  expect(transport.sendJson).not.toHaveBeenCalled();
  void session.send(order);
  await settle();
  expect(puts.slice(5).map(({ name }) => name)).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg']);
  expect(puts[5]?.folder).not.toBe(puts[0]?.folder);
});

test('resumes the bytes after a lost connection, and asks before it starts the batch', async () => {
  const order = createOrder(1, 31 * MB);
  const { puts, session, cut, mend, listeners, end, transport } = start(order);
  await settle();
  cut();
  expect(session.getProgress().isOnline).toBe(false);
  puts[0]?.fail();
  await pass(3600);
  expect(puts).toHaveLength(1);
  mend();
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
  // Somebody says yes: what is up stays up.
  expect(await session.send(order)).toBe('batch-1');
  expect(puts).toHaveLength(2);
});

test.each([
  ['asked for while offline', 0],
  ['whose request the lost connection ended', 1],
])('does not start a batch by itself %s', async (_name, calls) => {
  const order = createSmall();
  const server = createTransport();
  const session = new UploadSession('upscale', server.transport);
  if (calls === 0) server.cut();
  server.transport.sendForm.mockImplementationOnce(() => {
    server.cut();
    return Promise.reject(new TypeError('The line failed.'));
  });
  const end = session.send(order).catch((error: unknown) => error);
  await settle();
  server.mend();
  await pass(3600);
  expect(await end).toBeInstanceOf(Error);
  expect(session.getProgress().phase).toBe('interrupted');
  expect(server.transport.sendForm).toHaveBeenCalledTimes(calls);
  expect(server.letGo).toHaveBeenCalledOnce();

  server.transport.sendForm.mockReset().mockResolvedValue({ success: true, batchId: 'batch-1' });
  expect(await session.send(order)).toBe('batch-1');
});

test('keeps the key of a request that the lost connection ended: it is paid for once', async () => {
  const order = createSmall();
  const { transport, cut, mend } = createTransport();
  const session = new UploadSession('upscale', transport);
  transport.sendForm.mockImplementationOnce(() => {
    cut();
    return Promise.reject(new TypeError('The line failed.'));
  });
  await session.send(order).catch(() => undefined);
  mend();
  await session.send(order);
  const keys = transport.sendForm.mock.calls.map(([, , { headers }]) => headers['Idempotency-Key']);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('forgets an interrupted batch that is cancelled', async () => {
  const { transport, cut } = createTransport();
  const session = new UploadSession('upscale', transport);
  cut();
  await session.send(createSmall()).catch(() => undefined);
  session.cancel();
  expect(session.getProgress().phase).toBe('idle');
});

test.each([
  ['of a small selection', createSmall(), 'sendForm' as const],
  ['of a large one', createLarge(), 'sendJson' as const],
])('after a lost answer %s the same key is sent again: the batch is made once', async (_name, order, way) => {
  const { transport, puts, end } = start(order);
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

test('the key stays the same for the person who tries again, and is another one for another order or batch', async () => {
  const order = createSmall();
  const { transport, session } = start(order);
  const keyOf = (call: number) => transport.sendForm.mock.calls[call]?.[2].headers['Idempotency-Key'];
  const nameOf = (call: number) => transport.sendForm.mock.calls[call]?.[1].get('batchName');
  transport.sendForm.mockRejectedValue(new ApiFailure(500, 'Internal Server Error', { reason: 'Secret.' }));
  await session.send(order).catch(() => undefined);
  await settle();
  expect(session.getProgress()).toMatchObject({ phase: 'failed', reason: undefined });
  await pass(90);
  await session.send(order).catch(() => undefined);
  await session.send({ ...order, options: { scale: 4 } }).catch(() => undefined);
  transport.sendForm.mockResolvedValue({ success: true, batchId: 'batch-2' });
  await session.send({ ...order, options: { scale: 4 } });
  await session.send({ ...order, options: { scale: 4 } });
  expect(nameOf(1)).toBe(nameOf(0));
  expect(keyOf(1)).toBe(keyOf(0));
  expect(keyOf(2)).not.toBe(keyOf(1));
  expect(keyOf(3)).toBe(keyOf(2));
  expect(keyOf(4)).not.toBe(keyOf(3));
});

test.each([
  [400, 0],
  [404, 6],
])('after a refusal with %i, %i files are sent again, and the key is another one', async (status, count) => {
  const order = createLarge();
  const { transport, puts, session, end } = start(order);
  transport.sendJson.mockRejectedValueOnce(new ApiFailure(status, '', { reason: 'No.' }));
  await settle();
  await finishAll(puts);
  await finishAll(puts);
  await end;
  const again = session.send(order);
  await settle();
  await finishAll(puts);
  await finishAll(puts);
  expect(await again).toBe('batch-1');
  expect(puts).toHaveLength(6 + count);
  const [first, second] = transport.sendJson.mock.calls.map(([, , headers]) => headers['Idempotency-Key']);
  expect(second).not.toBe(first);
});

test('what the server refuses is not tried again; its sentence is kept', async () => {
  const order = createSmall();
  const server = createTransport();
  server.transport.sendForm.mockRejectedValue(
    new ApiFailure(400, 'Bad Request', { reason: 'Choose a preset.' }),
  );
  const session = new UploadSession('upscale', server.transport);
  await expect(session.send(order)).rejects.toThrow('400');
  expect(server.transport.sendForm).toHaveBeenCalledOnce();
  expect(session.getProgress()).toMatchObject({
    phase: 'failed',
    reason: 'Choose a preset.',
    failedFiles: 0,
  });
  expect(session.getFile('key-0')).toBeUndefined();
  expect(server.letGo).toHaveBeenCalledOnce();
});

test('of two clicks at once one counts, and whoever leaves meanwhile is warned', async () => {
  const order = createSmall();
  const { session, transport, end, letGo } = start(order);
  expect(session.isBusy()).toBe(true);
  expect(await session.send(order)).toBeUndefined();
  expect(letGo).not.toHaveBeenCalled();
  await end;
  expect(transport.sendForm).toHaveBeenCalledOnce();
  expect(transport.holdPage).toHaveBeenCalledOnce();
  expect(letGo).toHaveBeenCalledOnce();
});
