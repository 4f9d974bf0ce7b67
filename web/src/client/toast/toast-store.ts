import { browserConnection } from '../connection/connection.ts';
import { Observable, useStore } from '../observable.ts';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string | undefined;
  isDestructive: boolean;
  isOpen: boolean;
}

/** A dismissed toast is removed later, after its exit animation. */
const DISMISS_AFTER_MS = 3000;
const REMOVE_AFTER_MS = 3000;

let current: ToastMessage | undefined;
let nextId = 1;
let dismissal: ReturnType<typeof setTimeout> | undefined;
const changes = new Observable();

function update(next: ToastMessage | undefined): void {
  current = next;
  changes.notify();
}

/** Shows one toast at a time. A new toast replaces the last one. */
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

/** For a toast that is hovered or focused: it then closes when its own display time ends. */
export const cancelDismissal = (): void => clearTimeout(dismissal);

export function dismissToast(id: number): void {
  if (current?.id !== id || !current.isOpen) return;
  update({ ...current, isOpen: false });
  setTimeout(() => current?.id === id && update(undefined), REMOVE_AFTER_MS);
}

/** For failures that have no message of their own. */
export const toastFailure = (): void =>
  browserConnection.isOnline()
    ? toast('Error', { description: 'A problem occurred, please try again.', isDestructive: true })
    : toast('You’re offline', { description: 'Try again once you’re back online.', isDestructive: true });

export const readToast = (): ToastMessage | undefined => current;

export const watchToast = changes.subscribe;

export const useToast = (): ToastMessage | undefined => useStore(watchToast, readToast);
