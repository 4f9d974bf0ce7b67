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
import type { StorageTask } from './follow-task.ts';

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

export const putFile = (
  settings: PublicSettings,
  path: string,
  file: File,
  contentType: string,
): StorageTask => uploadBytesResumable(ref(openStorage(settings), path), file, { contentType });

export const isDenied = (error: unknown): boolean =>
  error instanceof StorageError && error.code === 'storage/unauthorized';
