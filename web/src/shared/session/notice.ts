import { useSyncExternalStore } from 'react';

/** What the sign-in page says under its button: why somebody was signed out, or why signing in failed. */
let notice: string | undefined;
const listeners = new Set<() => void>();

export function setNotice(next: string | undefined): void {
  notice = next;
  for (const listener of listeners) listener();
}

export const useNotice = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notice,
  );
