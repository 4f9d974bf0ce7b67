/** What the pages of all tools have in common. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, vi } from 'vitest';
import { batchCardId } from '../pictures/batches/batch-path.ts';
import { readToast, toast } from '../client/toast/toast-store.ts';

const GENERIC_FAILURE = 'A problem occurred, please try again.';

function findCard(batchId: string): HTMLElement {
  const card = document.getElementById(batchCardId(batchId));
  if (!card) throw new Error(`There is no card of ${batchId}.`);
  return card;
}
export const waitForCard = (batchId: string): Promise<HTMLElement> => waitFor(() => findCard(batchId));
export const inCard = (batchId: string) => within(findCard(batchId));
export const findHistory = (): HTMLElement => screen.getByLabelText('History');

/** The names of a card's actions, in their order. Keyboard users reach pictures in another way. */
export const listActions = (batchId: string): (string | null)[] =>
  [...findCard(batchId).querySelectorAll('button:not([tabindex="-1"]), a')]
    .map((action) => action.getAttribute('aria-label') ?? action.textContent)
    .filter((name) => name !== 'Rename');

export async function clickAction(user: UserEvent, batchId: string, name: string): Promise<void> {
  await user.click(inCard(batchId).getByRole('button', { name }));
}

/** Answers a question by the button with this name. */
async function confirm(user: UserEvent, title: string, answer: string): Promise<void> {
  const question = await screen.findByRole('dialog', { name: title });
  await user.click(within(question).getByRole('button', { name: answer }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
}

export async function rename(user: UserEvent, batchId: string, name: string, key = 'Enter'): Promise<void> {
  await clickAction(user, batchId, 'Rename');
  const field = inCard(batchId).getByLabelText('Batch name');
  fireEvent.change(field, { target: { value: name } });
  await user.type(field, `{${key}}`, { skipClick: true });
}
export const expectName = (batchId: string, name: string): Promise<void> =>
  waitFor(() => expect(inCard(batchId).getByRole('heading').textContent).toBe(name));

/** And replaces it, so that the next one can be expected. */
export function expectFailure(description = GENERIC_FAILURE): void {
  expect(readToast()).toMatchObject({ title: 'Error', description, isDestructive: true });
  toast('Before');
}
export const waitForFailure = (description?: string): Promise<void> =>
  waitFor(() => expectFailure(description));
/** Nor the first one any more if the machine is slow. */
export const expectNoToast = (): void => expect(readToast()?.title ?? 'Before').toBe('Before');

/** Fails a history once: one toast, and another request on demand. */
export async function retryHistory(user: UserEvent, succeed: () => void): Promise<void> {
  await within(findHistory()).findByRole('alert');
  await waitForFailure();
  expect(screen.queryByRole('status', { name: 'Loading history' })).toBeNull();
  succeed();
  await user.click(within(findHistory()).getByRole('button', { name: 'Try again' }));
  await screen.findByText('No batch history yet');
}

export function chooseFiles(...files: File[]): void {
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('There is no drop zone.');
  fireEvent.change(input, { target: { files } });
}
export const waitForCount = (count: number): Promise<HTMLElement> =>
  screen.findByLabelText(`${count} image(s) selected`);
/** The names of the selected files. */
export const listFiles = (): (string | null)[] =>
  screen
    .queryAllByRole('button', { name: /^Remove .*\.\w+$/ })
    .map((button) => (button.getAttribute('aria-label') ?? '').replace('Remove ', ''));

/** The fields of a form that was sent, in their order. Of files, their names. */
export function readForm(body: unknown): (readonly [name: string, value: string])[] {
  if (!(body instanceof FormData)) throw new Error('No form was sent.');
  return [...body].map(([name, value]) => [name, value instanceof File ? value.name : value]);
}

/** What the browser would save to the disk: names, and texts if they were made here. */
export function noteDownloads(): { name: string; blob: Blob | undefined }[] {
  const blobs = new Map<string, Blob>();
  const saved: { name: string; blob: Blob | undefined }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobs.get(this.href) });
  });
  return saved;
}

/** Stops the clock. Call it before the page opens. */
export function stopClock(now = new Date('2026-11-21T12:00:00Z')): void {
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  onTestFinished(() => void vi.useRealTimers());
}
/** What is answered at the very end is rendered a millisecond later. */
export const pass = (milliseconds: number): Promise<unknown> =>
  act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Deletes a batch, and clears the history. The batch is gone at once, and there again when the server refuses. */
export async function failToDelete(
  user: UserEvent,
  batchId: string,
  release: () => void,
  label = 'Delete',
): Promise<void> {
  const expectRollback = async () => {
    await waitFor(() => expect(document.getElementById(batchCardId(batchId))).toBeNull());
    release();
    await waitForCard(batchId);
  };
  await clickAction(user, batchId, label);
  await confirm(user, 'Delete Batch', 'Delete');
  await expectRollback();
  await user.click(within(findHistory()).getByRole('button', { name: 'Clear History' }));
  await confirm(user, 'Clear History', 'Clear History');
  await expectRollback();
}

/** Cancels a batch. Its action is gone at once, and there again when the server refuses, without a word. */
export async function failToCancel(user: UserEvent, batchId: string, release: () => void): Promise<void> {
  await clickAction(user, batchId, 'Cancel');
  await waitFor(() => expect(inCard(batchId).queryByRole('button', { name: 'Cancel' })).toBeNull());
  release();
  await inCard(batchId).findByRole('button', { name: 'Cancel' });
  expect(inCard(batchId).queryByText('Stopping…')).toBeNull();
  expectNoToast();
}

/** Requests that the server refuses once they are released. */
export function holdRefusals() {
  const held: (() => void)[] = [];
  return {
    refuse: () =>
      new Promise<Response>((resolve) => held.push(() => resolve(new Response('{}', { status: 500 })))),
    release: () => {
      for (const refuse of held.splice(0)) refuse();
    },
  };
}
