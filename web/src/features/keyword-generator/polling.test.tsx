import { analyzeImages, getKeywordBatch } from '@portal/contracts/keyword-generator';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseFiles, expectNoToast, findHistory, inCard, pass, stopClock } from '../../testing/tool-page.ts';
import { setVisible } from '../../testing/set-visible.ts';
import { createFile } from '../../pictures/uploads/testing/create-file.ts';
import { createBatchOf, openKeywords } from './testing/open-keywords.tsx';

const active = createBatchOf('at-work', ['processing', 'queued'], {
  status: 'processing',
  endedAt: null,
  progress: 0,
  name: 'At work',
});
const ended = createBatchOf('ended', ['completed'], { name: 'Ended' });
const isPoll = ({ path }: { path: string }) => path === getKeywordBatch.path.replace('{id}', active.id);

async function open(...batches: (typeof active)[]) {
  stopClock();
  const polls = { batch: active, answer: 'batch' as 'batch' | 'refused' | 'lost' };
  const opened = openKeywords({
    batches,
    answer: (request) => {
      if (request.path === analyzeImages.path)
        return Response.json({ success: true, batchId: active.id }, { status: 202 });
      if (!isPoll(request)) return undefined;
      if (polls.answer === 'lost') return Promise.reject(new TypeError('The connection was reset.'));
      return polls.answer === 'refused'
        ? new Response('{}', { status: 500 })
        : Response.json({ batch: polls.batch });
    },
  });
  await pass(1);
  return { ...opened, polls, countPolls: () => opened.requests.filter(isPoll).length };
}

const expectText = (text: string) => expect(inCard(active.id).getByText(text)).toBeDefined();

test('polls a batch every 800 ms; refetches the list 2 s after its end [T4.5.2, T4.5.3, T7.3.4, T9.0.17]', async () => {
  const { polls, countPolls, countLists } = await open(active, ended);
  expectText('0/2 completed');
  expect([countPolls(), countLists()]).toEqual([1, 1]);
  polls.batch = { ...active, completedCount: 1, progress: 50 };
  await pass(798);
  expect(countPolls()).toBe(1);
  await pass(2);
  expect(countPolls()).toBe(2);
  expectText('1/2 completed');
  expect(inCard(active.id).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  expect(countLists()).toBe(1);

  polls.batch = { ...active, status: 'completed', completedCount: 2, progress: 100 };
  await pass(800);
  expectText('2/2 completed');
  await pass(1990);
  expect(countLists()).toBe(1);
  await pass(10);
  expect(countLists()).toBe(2);
  expect(countPolls()).toBe(5);
  await pass(60_000);
  expect(countPolls()).toBe(5);
});

test('does not poll while the tab is hidden [T4.5.4]', async () => {
  const { polls, countPolls, countLists } = await open(active);
  setVisible(false);
  await pass(800);
  const before = [countPolls(), countLists()];
  await pass(60_000);
  expect([countPolls(), countLists()]).toEqual(before);
  polls.batch = { ...active, name: 'Caught up' };
  setVisible(true);
  await pass(1);
  expect(countPolls()).toBe(Number(before[0]) + 1);
  await pass(801);
  expectText('Caught up');
});

test('polls an upload at once; stops after an error response, not after a lost one [T4.5.1, T4.5.2, T4.5.6, T4.5.7, T7.3.3]', async () => {
  const { polls, history, countPolls } = await open(ended);
  chooseFiles(createFile('one.png'));
  await pass(1);
  expect(countPolls()).toBe(0);
  history.batches = [active, ended];
  fireEvent.click(screen.getByText('Generate keywords for 1 image'));
  await pass(2);
  expect(countPolls()).toBe(1);
  expect(findHistory().querySelectorAll('article')).toHaveLength(2);
  expectText('0/2 completed');

  polls.answer = 'lost';
  await pass(1600);
  expect(countPolls()).toBe(3);
  polls.answer = 'batch';
  polls.batch = { ...active, completedCount: 1 };
  await pass(801);
  expectText('1/2 completed');
  polls.answer = 'refused';
  await pass(800);
  expect(countPolls()).toBe(5);
  expectNoToast();
  await pass(60_000);
  expect(countPolls()).toBe(5);

  expectText('Updates stopped.');
  polls.answer = 'batch';
  fireEvent.click(inCard(active.id).getByText('Check again'));
  await pass(1);
  expect(countPolls()).toBe(6);
  expect(inCard(active.id).queryByText('Check again')).toBeNull();
  await pass(801);
  expect(countPolls()).toBe(7);
});
