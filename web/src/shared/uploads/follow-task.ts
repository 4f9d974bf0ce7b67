import type { Connection } from '../connection/connection.ts';

/** One file on its way to Cloud Storage, as its SDK has it. */
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
const MOST_STALLS = 6;

/**
 * Sees a task to its end. The SDK by itself would wait ever longer for a line: here it pauses while there is none, and is
 * made to ask the server how far it is where nothing moves.
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
  const nudge = () => {
    if (!connection.isOnline()) return;
    stalls += 1;
    if (stalls > MOST_STALLS) {
      task.cancel();
      reject(new Error('Nothing moved any more.'));
      return;
    }
    task.pause();
    task.resume();
  };
  let timer = setInterval(nudge, STALLED_MS);
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
      timer = setInterval(nudge, STALLED_MS);
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
