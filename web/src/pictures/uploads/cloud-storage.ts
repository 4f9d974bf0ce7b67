/** Loaded with the first large selection: nothing else needs the Storage SDK. */
import type { PublicSettings } from '@portal/contracts/settings';
import { getApp } from 'firebase/app';
import {
  connectStorageEmulator,
  getStorage,
  ref,
  uploadBytesResumable,
  StorageError,
  type FirebaseStorage,
} from 'firebase/storage';
import type { Connection } from '../../client/connection/connection.ts';

/** The part of the Storage SDK's upload task that is used here. */
export interface StorageTask {
  pause: () => unknown;
  resume: () => unknown;
  cancel: () => unknown;
  on: (
    event: 'state_changed',
    next: (snapshot: { bytesTransferred: number }) => void,
    fail: (error: Error) => void,
    complete: () => void,
  ) => unknown;
}

const STALLED_MS = 20_000;
const MAX_STALLS = 6;

let storage: FirebaseStorage | undefined;

function openStorage({ storageEmulatorUrl }: PublicSettings): FirebaseStorage {
  if (storage) return storage;
  storage = getStorage(getApp());
  if (storageEmulatorUrl !== undefined) {
    const { hostname, port } = new URL(storageEmulatorUrl);
    connectStorageEmulator(storage, hostname, Number(port));
  }
  return storage;
}

export const startUpload = (
  settings: PublicSettings,
  path: string,
  file: File,
  contentType: string,
): StorageTask => uploadBytesResumable(ref(openStorage(settings), path), file, { contentType });

export const isDenied = (error: unknown): boolean =>
  error instanceof StorageError && error.code === 'storage/unauthorized';

/**
 * Resolves when the upload is done. The SDK would back off longer and longer on a bad connection, so the task is paused
 * while offline and, when it stalls, paused and resumed to make it ask the server for its progress.
 */
export async function followTask(
  task: StorageTask,
  {
    connection,
    signal,
    onProgress,
  }: { connection: Connection; signal: AbortSignal; onProgress: (sent: number) => void },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let sent = 0;
  let stalls = 0;
  const unstall = () => {
    if (!connection.isOnline()) return;
    stalls += 1;
    if (stalls > MAX_STALLS) {
      task.cancel();
      reject(new Error('The upload stalled.'));
      return;
    }
    task.pause();
    task.resume();
  };
  let timer = setInterval(unstall, STALLED_MS);
  const stopWatching = connection.subscribe(() => {
    if (connection.isOnline()) task.resume();
    else task.pause();
  });
  const cancel = () => {
    task.cancel();
    reject(signal.reason);
  };
  signal.addEventListener('abort', cancel);
  task.on(
    'state_changed',
    ({ bytesTransferred }) => {
      if (bytesTransferred === sent) return;
      if (bytesTransferred > sent) stalls = 0;
      sent = bytesTransferred;
      clearInterval(timer);
      timer = setInterval(unstall, STALLED_MS);
      onProgress(sent);
    },
    reject,
    resolve,
  );
  try {
    signal.throwIfAborted();
    await promise;
  } finally {
    clearInterval(timer);
    stopWatching();
    signal.removeEventListener('abort', cancel);
  }
}
