import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { readToast, toast } from '../client/toast/toast-store.ts';

/** Waits for a toast that is on screen, and dismisses it: the next one of the same title is another. */
export async function expectToast(title: string, message: object = {}): Promise<void> {
  await waitFor(() => expect(readToast()).toMatchObject({ title, isOpen: true, ...message }));
  toast('');
}

export const expectFailureToast = (): Promise<void> =>
  expectToast('Error', { description: 'A problem occurred, please try again.', isDestructive: true });
