import { useStore } from '../use-store.ts';

/** Shown under the sign-in button: why the user was signed out, or why sign-in failed. */
let notice: string | undefined;
const listeners = new Set<() => void>();

export function setNotice(next: string | undefined): void {
  notice = next;
  for (const listener of listeners) listener();
}

export const useNotice = (): string | undefined =>
  useStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notice,
  );
