import { stylizerCalls, transformImages } from '@portal/contracts/stylizer';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseFiles, expectFailure, expectNoToast, pass, stopClock } from '../../testing/tool-page.ts';
import { setVisible } from '../../testing/set-visible.ts';
import { createFile } from '../../pictures/uploads/testing/create-file.ts';
import { createBatch } from './testing/create-batch.ts';
import { openStylizer } from './testing/open-stylizer.tsx';

/** Named by the number of active batches. */
const listWith = (active: number) => [
  createBatch({ id: 'ended', name: `${active} at work`, status: 'completed', filesDeleted: true }),
  ...Array.from({ length: active }, (_, index) => createBatch({ id: `batch-${index}` })),
];

async function open(active: number) {
  stopClock();
  const state = { isFailing: false };
  const opened = openStylizer({
    batches: listWith(active),
    answer: ({ path }) => {
      if (path === transformImages.path)
        return Response.json({ success: true, batchId: 'new' }, { status: 202 });
      return path === stylizerCalls.list.path && state.isFailing
        ? new Response('{}', { status: 500 })
        : undefined;
    },
  });
  await pass(0);
  return { ...opened, state };
}

test('rereads the list at once and a second after an upload; not while hidden [T4.6.2, T9.0.23]', async () => {
  const { history, countLists } = await open(0);
  fireEvent.click(screen.getByRole('radio', { name: 'Anime' }));
  chooseFiles(createFile('one.png'));
  await pass(0);
  setVisible(false);
  await pass(2000);
  const before = countLists();
  fireEvent.click(screen.getByRole('button', { name: 'Transform Images' }));
  await pass(0);
  expect(countLists()).toBe(before + 1);
  await pass(999);
  expect(countLists()).toBe(before + 1);
  await pass(1);
  expect(countLists()).toBe(before + 2);

  history.batches = listWith(6);
  await pass(60_000);
  expect(countLists()).toBe(before + 2);
  setVisible(true);
  await pass(0);
  expect(screen.getByText('6 at work')).toBeDefined();
});

test('polls the faster the more batches are active [T4.6.1, T9.0.22]', async () => {
  const { history, countLists } = await open(6);
  let interval = 500;
  for (const [active, next] of [
    [0, 2000],
    [1, 800],
    [2, 800],
    [3, 600],
    [5, 600],
    [0, 2000],
    [6, 500],
  ] as const) {
    history.batches = listWith(active);
    const before = countLists();
    await pass(interval);
    await pass(next - 1);
    expect(screen.getByText(`${active} at work`)).toBeDefined();
    expect(countLists(), `${active} at work`).toBe(before + 1);
    await pass(1);
    expect(countLists(), `${active} at work`).toBe(before + 2);
    interval = next;
  }
});

test('shows one toast for failed polls, and continues [T8.5.1]', async () => {
  const { history, state } = await open(1);
  state.isFailing = true;
  await pass(800);
  expectFailure();
  await pass(1600);
  expectNoToast();
  state.isFailing = false;
  history.batches = listWith(2);
  await pass(801);
  expect(screen.getByText('2 at work')).toBeDefined();
});
