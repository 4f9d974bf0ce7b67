import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, cancelDismissal, readToast, toast } from './toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('dismisses a toast after 3000 ms and removes it 3 s later [P9.3]', () => {
  toast('Saved');
  vi.advanceTimersByTime(2999);
  expect(readToast()).toMatchObject({ title: 'Saved', isOpen: true });
  vi.advanceTimersByTime(1);
  expect(readToast()).toMatchObject({ title: 'Saved', isOpen: false });
  vi.advanceTimersByTime(2999);
  expect(readToast()).toMatchObject({ title: 'Saved', isOpen: false });
  vi.advanceTimersByTime(1);
  expect(readToast()).toBeUndefined();
});

test('removes a toast 3 s after the user dismisses it [P9.3]', () => {
  toast('Saved');
  vi.advanceTimersByTime(1000);
  dismissToast(readToast()?.id ?? 0);
  vi.advanceTimersByTime(2999);
  expect(readToast()).toMatchObject({ isOpen: false });
  vi.advanceTimersByTime(1);
  expect(readToast()).toBeUndefined();
  // One that is gone.
  dismissToast(0);
  expect(readToast()).toBeUndefined();
});

test('shows each toast for its full time, even right after another [P9.2, P9.3]', () => {
  toast('First');
  vi.advanceTimersByTime(2000);
  toast('Second');
  vi.advanceTimersByTime(2999);
  expect(readToast()).toMatchObject({ title: 'Second', isOpen: true });
  vi.advanceTimersByTime(1);
  expect(readToast()).toMatchObject({ title: 'Second', isOpen: false });
});

test('does not dismiss a toast that is hovered or focused', () => {
  toast('Saved');
  cancelDismissal();
  vi.advanceTimersByTime(60_000);
  expect(readToast()).toMatchObject({ isOpen: true });
  dismissToast(readToast()?.id ?? 0);
});
