import { z } from 'zod';
import { readStored, writeIfPossible } from '../browser-storage.ts';
import { useStore } from '../use-store.ts';

const NAME = 'notice';
const listeners = new Set<() => void>();

/** Shown under the sign-in button, also after a reload: why the user was signed out, or why sign-in failed. */
export function setNotice(notice: string | undefined): void {
  if (notice === undefined) sessionStorage.removeItem(NAME);
  else writeIfPossible(sessionStorage, NAME, notice);
  for (const listener of listeners) listener();
}

export const useNotice = (): string | undefined =>
  useStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readStored(sessionStorage, NAME, z.string()),
  );
