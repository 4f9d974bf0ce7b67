import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPart } from '../../testing/open-part.tsx';
import { readToast, toast, toastFailure } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

const findToast = () => {
  const found = document.querySelector<HTMLElement>('[data-destructive]');
  if (!found) throw new Error('There is no toast.');
  return found;
};

test('shows a message, until it is closed', async () => {
  const user = openPart(<Toaster />);
  act(() => toast('Saved', { description: 'The fox is saved.' }));
  expect(findToast().textContent).toBe('SavedThe fox is saved.');
  expect(findToast().dataset['destructive']).toBe('false');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(readToast()?.isOpen ?? false).toBe(false));
});

test('a failure has another icon, and a message may be only a title', () => {
  openPart(<Toaster />);
  act(() => toast('Saved'));
  const icon = findToast().querySelector('svg')?.innerHTML;
  expect(findToast().textContent).toBe('Saved');
  act(() => toastFailure());
  expect(findToast().dataset['destructive']).toBe('true');
  expect(findToast().textContent).toBe('ErrorA problem occurred, please try again.');
  expect(findToast().querySelector('svg')?.innerHTML).not.toBe(icon);
});

test('a message stays while the pointer is over it', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  openPart(<Toaster />);
  act(() => toast('Saved'));
  fireEvent.pointerMove(findToast());
  act(() => void vi.advanceTimersByTime(4000));
  expect(readToast()).toMatchObject({ title: 'Saved', isOpen: true });
  act(() => toast('Deleted'));
  act(() => void vi.advanceTimersByTime(4000));
  expect(readToast()).toMatchObject({ title: 'Deleted', isOpen: false });
});

test('a message stays, too, after another was closed under the pointer', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  openPart(<Toaster />);
  act(() => toast('Saved'));
  fireEvent.pointerMove(findToast());
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  act(() => void vi.advanceTimersByTime(4000));
  act(() => toast('Deleted'));
  fireEvent.pointerMove(findToast());
  act(() => void vi.advanceTimersByTime(4000));
  expect(readToast()).toMatchObject({ title: 'Deleted', isOpen: true });
});

test('stays outside of a dialog that hides the rest of the page', async () => {
  openPart(<Toaster />);
  act(() => toast('Saved'));
  const container = [...document.body.children].find((child) => child.contains(findToast()));
  container?.setAttribute('aria-hidden', 'true');
  await waitFor(() => expect(container?.hasAttribute('aria-hidden')).toBe(false));
  const focused = vi.fn<() => void>();
  document.addEventListener('focusin', focused);
  onTestFinished(() => document.removeEventListener('focusin', focused));
  fireEvent.focusIn(findToast());
  expect(focused).not.toHaveBeenCalled();
  fireEvent.focusIn(document.body);
  expect(focused).toHaveBeenCalledOnce();
});
