import { useSyncExternalStore } from 'react';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string | undefined;
  isDestructive: boolean;
  isOpen: boolean;
}

/** The manager closes what nobody closed; what is closed leaves the list after it has left the screen. */
const DISMISS_AFTER_MS = 3000;
const REMOVE_AFTER_MS = 3000;

let current: ToastMessage | undefined;
let nextId = 1;
const listeners = new Set<() => void>();

function update(next: ToastMessage | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** One at a time: a new one takes the place of the last. */
export function toast(title: string, options: { description?: string; isDestructive?: boolean } = {}): void {
  const id = nextId++;
  update({
    id,
    title,
    description: options.description,
    isDestructive: options.isDestructive ?? false,
    isOpen: true,
  });
  setTimeout(() => dismissToast(id), DISMISS_AFTER_MS);
}

export function dismissToast(id: number): void {
  if (current?.id !== id || !current.isOpen) return;
  update({ ...current, isOpen: false });
  setTimeout(() => current?.id === id && update(undefined), REMOVE_AFTER_MS);
}

/** For any failure that has no words of its own. */
export const toastFailure = (): void =>
  toast('Error', { description: 'A problem occurred, please try again.', isDestructive: true });

export const useToast = (): ToastMessage | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
