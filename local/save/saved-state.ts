import { existsSync, mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';
import { makeAuthSaver, restoreSessions, type AuthEmulator } from './save-auth.ts';
import { openStorageExport, StorageSaver } from './save-storage.ts';

const SAVE_EVERY_MS = 500;
/** Changes of metadata show only in a listing. */
const LIST_STORAGE_EVERY = 10;
/** New bytes show at once, but their object may not be listed before the upload is complete. */
const ROUNDS_AFTER_NEW_BYTES = 6;

const manifestFile = (folder: string) => join(folder, 'firebase-export-metadata.json');
const authFolder = (folder: string) => join(folder, 'auth_export');
const storageFolder = (folder: string) => join(folder, 'storage_export');

/** The folder for `--import`, cleaned up first; undefined before the first start. */
export function prepareImport(folder: string): string | undefined {
  if (!existsSync(manifestFile(folder))) return undefined;
  openStorageExport(storageFolder(folder));
  return folder;
}

export const restoreSavedSessions = (emulator: AuthEmulator, folder: string) =>
  restoreSessions(emulator, authFolder(folder));

/**
 * The Auth and Storage emulators keep everything in memory. This saves it to disk while they run, so that a kill -9 loses
 * half a second at most. Firestore saves its own data.
 */
export async function startSaving(
  emulators: AuthEmulator & { storageUrl: string; blobsFolder: string },
  folder: string,
): Promise<{ stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const saveAuth = makeAuthSaver(emulators, authFolder(folder));
  const storage = new StorageSaver(emulators.storageUrl, storageFolder(folder));
  await saveAuth();
  await storage.save();
  const version = 'local';
  const manifest = {
    version,
    auth: { version, path: 'auth_export' },
    storage: { version, path: 'storage_export' },
  };
  replaceFile(manifestFile(folder), JSON.stringify(manifest));

  let round = 0;
  let listUntilRound = 0;
  const watcher = watch(emulators.blobsFolder, () => {
    listUntilRound = round + ROUNDS_AFTER_NEW_BYTES;
  });
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const save = async () => {
    await saveAuth();
    round += 1;
    if (round <= listUntilRound || round % LIST_STORAGE_EVERY === 0) await storage.save();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      running = save()
        .catch(() => undefined) // the emulators have stopped, which is reported elsewhere
        .finally(() => {
          if (!isStopped) schedule();
        });
    }, SAVE_EVERY_MS);
  };
  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      watcher.close();
      await running;
      listUntilRound = round + 1;
      await save().catch(() => undefined);
    },
  };
}
