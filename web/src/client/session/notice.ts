import { z } from 'zod';
import { readStored, writeIfPossible } from '../browser-storage.ts';
import { Observable, useStore } from '../observable.ts';

const NAME = 'notice';
const changes = new Observable();

/** Shown under the sign-in button, also after a reload: why the user was signed out, or why sign-in failed. */
export function setNotice(notice: string | undefined): void {
  if (notice === undefined) sessionStorage.removeItem(NAME);
  else writeIfPossible(sessionStorage, NAME, notice);
  changes.notify();
}

export const useNotice = (): string | undefined =>
  useStore(changes.subscribe, () => readStored(sessionStorage, NAME, z.string()));
