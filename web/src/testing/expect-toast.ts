import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { readToast, toast, watchToast, type ToastMessage } from '../client/toast/toast-store.ts';

/** The toast that was shown last. On a busy machine it may have closed again before a test looks. */
let last: ToastMessage | undefined;
watchToast(() => {
  const shown = readToast();
  if (shown?.isOpen === true) last = shown;
});

/** Waits for a toast, and replaces it: the next one of the same title is another. */
export async function expectToast(title: string, message: object = {}): Promise<void> {
  await waitFor(() => expect(last).toMatchObject({ title, ...message }));
  toast('');
}

export const expectFailureToast = (): Promise<void> =>
  expectToast('Error', { description: 'A problem occurred, please try again.', isDestructive: true });
