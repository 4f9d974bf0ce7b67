/** The page of the storage, for tests. */
import { createCleanupStats, createStorageStats } from '@portal/contracts/examples/storage';
import { runCleanup } from '@portal/contracts/storage';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';
import { ALL_TOOLS } from '../../../testing/all-tools.ts';
import { answerByPath } from '../../../testing/answer-by-path.ts';
import { openPart } from '../../../testing/open-part.tsx';
import { ToolsContext } from '../../../pictures/registered-tools/tools.ts';
import { StorageCleanupPage } from '../storage-cleanup-page.tsx';

/** Opens the page at 8:00. `server` is what the next requests get. */
export function openStorage(stats = createStorageStats()) {
  vi.useFakeTimers({ now: new Date('2026-11-21T08:00:00Z'), shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const server = {
    stats,
    read: (): Response | Promise<Response> => Response.json(server.stats),
    clean: (): Response | Promise<Response> => answerCleanup(),
  };
  const requests = answerByPath(({ path }) => (path === runCleanup.path ? server.clean() : server.read()));
  const user = openPart(
    <ToolsContext value={ALL_TOOLS}>
      <StorageCleanupPage />
    </ToolsContext>,
    { role: 'admin' },
  );
  const list = (isCleanup: boolean) =>
    requests.filter(({ path }) => (path === runCleanup.path) === isCleanup);
  return { user, server, countReads: () => list(false).length, listCleanups: () => list(true) };
}

export const answerCleanup = ({ success = true, continuing = false } = {}): Response =>
  Response.json({ success, stats: createCleanupStats({ continuing }) });

export const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Advances the clock until it is true. */
export const waitQuickly = (expected: () => unknown) =>
  waitFor(async () => {
    await advance(300);
    expected();
  });

export const findButton = () => screen.getByText(/^(Run Manual Cleanup|Running Cleanup\.\.\.)$/);
export const findQuestion = () => within(screen.getByRole('dialog', { name: 'Run manual cleanup?' }));

export const expectRunning = (isRunning: boolean): void => {
  expect(findButton().textContent).toBe(isRunning ? 'Running Cleanup...' : 'Run Manual Cleanup');
  expect(findButton().getAttribute('aria-disabled')).toBe(String(isRunning));
  expect(screen.queryByText('A cleanup is running.') !== null).toBe(isRunning);
};

/** Clicks the button, types the word and confirms. */
export async function startCleanup(): Promise<void> {
  fireEvent.click(findButton());
  const word = findQuestion().getByLabelText('Type DELETE to confirm');
  fireEvent.change(word, { target: { value: 'DELETE' } });
  fireEvent.click(findQuestion().getByText('Delete all files'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
