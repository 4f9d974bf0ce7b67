import { useSyncExternalStore } from 'react';
import { browserConnection } from '../connection/connection.ts';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string | undefined;
  isDestructive: boolean;
  isOpen: boolean;
}

/** The manager dismisses a toast; a dismissed one stays in the list until it has left the screen. */
const DISMISS_AFTER_MS = 3000;
const REMOVE_AFTER_MS = 3000;

let current: ToastMessage | undefined;
let nextId = 1;
let dismissal: ReturnType<typeof setTimeout> | undefined;
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
  clearTimeout(dismissal);
  dismissal = setTimeout(() => dismissToast(id), DISMISS_AFTER_MS);
}

/** Somebody is reading it: from now on it closes when its own display duration ends. */
export const keepToast = (): void => clearTimeout(dismissal);

export function dismissToast(id: number): void {
  if (current?.id !== id || !current.isOpen) return;
  update({ ...current, isOpen: false });
  setTimeout(() => current?.id === id && update(undefined), REMOVE_AFTER_MS);
}

/** For any failure that has no words of its own. */
export const toastFailure = (): void =>
  browserConnection.isOnline()
    ? toast('Error', { description: 'A problem occurred, please try again.', isDestructive: true })
    : toast('You’re offline', { description: 'Try again once you’re back online.', isDestructive: true });

export const readToast = (): ToastMessage | undefined => current;

export const useToast = (): ToastMessage | undefined =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readToast);
