import { expect, test, vi } from 'vitest';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { createTransport } from './testing/fake-transport.ts';
import {
  MB,
  NAME,
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
import { UploadSession } from './upload-session.ts';

/** Those that are sent at once. */
const FIRST_FILES = Array.from({ length: 6 }, (_, index) => `${index}.jpg`);

useFakeClock();

test('sends a small selection as a form with its options [D-uploads.2, T3.5.3, T3.7.4]', async () => {
  const { transport, end } = startSession({
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
  const { transport } = startSession(createRequest(1, size));
  await flushPromises();
  expect(transport.sendForm).toHaveBeenCalledTimes(forms);
  expect(transport.putFile).toHaveBeenCalledTimes(files);
});

test('attributes the bytes of a form to its files one by one [D-uploads.5]', async () => {
  const { transport, session, states } = startSession(createSmall());
  transport.sendForm.mockReturnValue(new Promise(() => undefined));
  await flushPromises();
  const onProgress = transport.sendForm.mock.calls[0]?.[2].onProgress;
  onProgress?.(1.5 * MB, 3 * MB);
  expect(states()).toEqual(['sent', 'sending', 'waiting']);
  expect(session.getProgress()).toMatchObject({ phase: 'sending', sentBytes: 1.5 * MB, totalBytes: 3 * MB });
  onProgress?.(3 * MB, 3 * MB);
  expect(session.getProgress().phase).toBe('starting');
});

test('uploads a large selection six files at a time and names them as JSON [D-uploads.3]', async () => {
  const { transport, puts, end, states } = startSession(createLarge(8));
  await flushPromises();
  expect(puts).toHaveLength(6);
  puts[1]?.finish();
  await flushPromises();
  expect(puts).toHaveLength(7);
  const sending = Array.from({ length: 5 }, () => 'sending');
  expect(states()).toEqual(['sending', 'sent', ...sending, 'waiting']);
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
  expect(new Set(puts.map(({ id }) => id)).size).toBe(8);
  expect(headers).toHaveProperty('Idempotency-Key');
});

test('reports progress per file and in total [D-uploads.5]', async () => {
  const { puts, session } = startSession(createLarge());
  await flushPromises();
  puts[0]?.onProgress(2 * MB);
  puts[2]?.onProgress(3 * MB);
  expect(session.getFile('key-0')).toEqual({ state: 'sending', sentBytes: 2 * MB });
  expect(session.getProgress()).toMatchObject({ sentBytes: 5 * MB, totalBytes: 48 * MB, failedFiles: 0 });
});

test('opens a folder for exactly these files first [D-access-and-money.2]', async () => {
  const { transport, puts } = startSession(createLarge());
  await flushPromises();
  expect(transport.openFolder).toHaveBeenCalledExactlyOnceWith({
    tool: 'upscale',
    folder: undefined,
    files: Array.from({ length: 6 }, () => ({ bytes: 8 * MB, contentType: 'image/jpeg' })),
  });
  const [result] = transport.openFolder.mock.results;
  if (result?.type !== 'return') throw new Error('openFolder did not return.');
  const { folder, fileIds } = await result.value;
  expect(puts.map((put) => ({ folder: put.folder, id: put.id }))).toEqual(
    fileIds.map((id) => ({ folder, id })),
  );
});

test('shows the server’s message and sends nothing when the daily limit is reached', async () => {
  const request = createLarge();
  const server = createTransport();
  server.transport.openFolder.mockRejectedValue(
    new ApiFailure(429, '', { reason: 'The daily limit is reached.', retryAfterSeconds: 36_000 }),
  );
  const session = new UploadSession('upscale', server.transport);
  await expect(session.send(request)).rejects.toThrow('429');
  expect(session.getProgress()).toMatchObject({ phase: 'failed', reason: 'The daily limit is reached.' });
  expect(server.puts).toEqual([]);
});

test('opens a new folder when the last one has expired', async () => {
  const request = createLarge();
  const server = startSession(request);
  await failFirst(server);
  await finishAll(server.puts);
  await finishAll(server.puts);
  await server.end;
  const before = server.puts.length;
  vi.setSystemTime(Date.now() + 12 * 60 * 60 * 1000);
  void server.session.send(request);
  await flushPromises();
  expect(server.puts.slice(before).map(({ name }) => name)).toEqual(FIRST_FILES);
  expect(server.puts[before]?.folder).not.toBe(server.puts[0]?.folder);
});

test('stops everything on cancel and starts over next time [D-uploads.5]', async () => {
  const request = createLarge(8);
  const { puts, session, end, transport, stopWarning } = startSession(request);
  await flushPromises();
  puts[0]?.finish();
  await flushPromises();
  session.cancel();
  expect(await end).toBeUndefined();
  expect(puts.every(({ signal }) => signal.aborted)).toBe(true);
  expect(session.getProgress().phase).toBe('idle');
  expect(stopWarning).toHaveBeenCalledOnce();
  await pass(60);
  expect(puts).toHaveLength(7);
  expect(transport.sendJson).not.toHaveBeenCalled();
  void session.send(request);
  await flushPromises();
  expect(puts.slice(7).map(({ name }) => name)).toEqual(FIRST_FILES);
  expect(puts[7]?.folder).not.toBe(puts[0]?.folder);
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
  const { session, transport, end, stopWarning } = startSession(request);
  expect(session.isBusy()).toBe(true);
  expect(await session.send(request)).toBeUndefined();
  expect(stopWarning).not.toHaveBeenCalled();
  await end;
  expect(transport.sendForm).toHaveBeenCalledOnce();
  expect(transport.warnBeforeLeaving).toHaveBeenCalledOnce();
  expect(stopWarning).toHaveBeenCalledOnce();
});

test('starts the batch once all large files are uploaded', async () => {
  const server = startSession(createLarge(2));
  server.transport.sendJson.mockReturnValue(new Promise(() => undefined));
  await flushPromises();
  expect(server.session.getProgress().phase).toBe('sending');
  await finishAll(server.puts);
  expect(server.transport.sendJson).toHaveBeenCalledOnce();
  expect(server.session.getProgress().phase).toBe('starting');
});
