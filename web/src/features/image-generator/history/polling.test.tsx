import { generatorCalls } from '@portal/contracts/image-generator';
import { environmentManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBatch } from '../../../tools/generation/testing/create-batch.ts';
import { readToast, toast } from '../../../client/toast/toast-store.ts';
import { findCard, findHistory, openGenerator } from '../testing/open-generator.tsx';

const working = createBatch({ requestedCount: 2 });
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const LATENCY_MS = 50;

/** A history with one batch, which changes, and a clock that stands still. */
async function openPolled() {
  // Queries do not poll on a server, which Node looks like.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const list = { batch: working, isDown: false, askedAt: [] as number[] };
  openGenerator({
    answer: async ({ path }) => {
      if (path !== generatorCalls.list.path) return undefined;
      list.askedAt.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
      return list.isDown ? new Response('{}', { status: 500 }) : Response.json({ batches: [list.batch] });
    },
  });
  await advance(100);
  return list;
}

/** Milliseconds from one request to the next. */
const listGaps = (askedAt: readonly number[]) =>
  askedAt.slice(1).map((time, index) => time - (askedAt[index] ?? 0));

const expectProgress = (text: string) => within(findCard(working.id)).getByText(text);

function setVisibility(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

test('polls every 800 ms while a batch runs, and every minute otherwise [T4.2.1, T4.2.2, T9.0.8, T9.0.9, D-polling-and-caching.3]', async () => {
  const list = await openPolled();
  expectProgress('0/2 completed');
  await advance(3500);
  // Each starts so long after the response to the one before.
  const busyMs = 800 + LATENCY_MS;
  expect(listGaps(list.askedAt)).toEqual([busyMs, busyMs, busyMs, busyMs]);
  expect(screen.queryByLabelText('Loading history')).toBeNull();
  list.batch = { ...working, status: 'completed', completedCount: 2 };
  await advance(busyMs);
  expectProgress('2/2 completed');
  await advance(121_000);
  const idleMs = 60_000 + LATENCY_MS;
  expect(listGaps(list.askedAt.slice(-3))).toEqual([idleMs, idleMs]);
});

test('pauses in a hidden tab, and polls at once when it is visible again [T4.2.1]', async () => {
  const list = await openPolled();
  setVisibility('hidden');
  await advance(800);
  const before = list.askedAt.length;
  await advance(130_000);
  expect(list.askedAt).toHaveLength(before);
  list.batch = { ...working, completedCount: 1 };
  setVisibility('visible');
  await advance(100);
  expectProgress('1/2 completed');
});

test('failed polls keep the history, are announced once, and do not end the polling', async () => {
  const list = await openPolled();
  toast('Before');
  list.isDown = true;
  await advance(850);
  expect(readToast()?.title).toBe('Error');
  toast('Closed');
  const before = list.askedAt.length;
  await advance(2600);
  expect(list.askedAt).toHaveLength(before + 3);
  expect(readToast()?.title).toBe('Closed');
  expectProgress('0/2 completed');
  list.isDown = false;
  list.batch = { ...working, completedCount: 1 };
  await advance(850);
  expectProgress('1/2 completed');
  expect(findHistory().queryByRole('alert')).toBeNull();
  expect(readToast()?.title).not.toBe('Error');
});
