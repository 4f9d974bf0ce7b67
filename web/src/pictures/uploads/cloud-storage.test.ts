import { StorageError, StorageErrorCode } from 'firebase/storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followTask, isDenied, type StorageTask } from './cloud-storage.ts';
import { createConnection } from './testing/fake-transport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow() {
  const network = createConnection();
  const abort = new AbortController();
  let listen: Parameters<StorageTask['on']> | undefined;
  const did: string[] = [];
  const task: StorageTask = {
    pause: () => did.push('pause'),
    resume: () => did.push('resume'),
    cancel: () => did.push('cancel'),
    on: (...listeners) => void (listen = listeners),
  };
  const onProgress = vi.fn<(sent: number) => void>();
  const end = followTask(task, { connection: network.connection, signal: abort.signal, onProgress }).then(
    () => 'done',
    String,
  );
  return {
    ...network,
    did,
    end,
    onProgress,
    abort: () => abort.abort(),
    send: (bytesTransferred: number) => listen?.[1]({ bytesTransferred }),
    fail: (error: Error) => listen?.[2](error),
    complete: () => listen?.[3](),
  };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('reports progress and resolves with the task', async () => {
  const { send, complete, end, onProgress, listeners } = follow();
  send(0);
  send(10);
  send(10);
  complete();
  expect(await end).toBe('done');
  expect(onProgress.mock.calls).toEqual([[10]]);
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('rejects when the task fails', async () => {
  const { fail, end } = follow();
  fail(new Error('storage/unauthorized'));
  expect(await end).toContain('storage/unauthorized');
});

test('pauses while offline and resumes once online', async () => {
  const { disconnect, reconnect, did } = follow();
  disconnect();
  await pass(3600);
  expect(did).toEqual(['pause']);
  reconnect();
  expect(did).toEqual(['pause', 'resume']);
});

test('restarts a task that stalls for 20 s, and no other', async () => {
  const { send, did } = follow();
  for (let sent = 1; sent <= 20; sent++) {
    send(sent);
    await pass(19);
  }
  expect(did).toEqual([]);
  await pass(1);
  expect(did).toEqual(['pause', 'resume']);
});

test('gives up after six stalls', async () => {
  const { end, did } = follow();
  await pass(139);
  expect(did).toHaveLength(12);
  await pass(1);
  expect(did.at(-1)).toBe('cancel');
  expect(await end).toContain('The upload stalled');
});

test('cancels the task when aborted', async () => {
  const { abort, end, did } = follow();
  abort();
  expect(await end).toContain('AbortError');
  expect(did).toEqual(['cancel']);
});

test('Cloud Storage denies what its rules do not allow', () => {
  expect(isDenied(new StorageError(StorageErrorCode.UNAUTHORIZED, ''))).toBe(true);
  expect(isDenied(new StorageError(StorageErrorCode.CANCELED, ''))).toBe(false);
  expect(isDenied(new Error('storage/unauthorized'))).toBe(false);
});
