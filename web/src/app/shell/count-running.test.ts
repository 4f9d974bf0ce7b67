import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import type { BatchSummary } from '../../pictures/batches/batch-tool.ts';
import { libraryQuery } from '../../pictures/library/library-query.ts';
import { countRunning, watchRunning } from './count-running.tsx';

test('counts the batches in progress of each tool', () => {
  expect(
    countRunning([
      { tool: 'upscale', status: 'processing' },
      { tool: 'upscale', status: 'pending' },
      { tool: 'keyword-generator', status: 'queued' },
      { tool: 'stylizer', status: 'completed' },
    ]),
  ).toEqual({ upscale: 2, 'keyword-generator': 1 });
});

test("polls the Library once for each batch that starts or ends in a tool's own list", async () => {
  const client = makeQueryClient();
  const queryKey = ['/api/things/batches'];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test sets them
  const select = (batches: unknown) => batches as BatchSummary[];
  const stop = watchRunning(client, [{ historyQuery: { queryKey, select } }]);
  let polls = 0;
  const query = { queryKey: libraryQuery().queryKey, queryFn: () => (polls += 1) };
  const leave = new QueryObserver(client, query).subscribe(() => undefined);
  const create = (id: string, endState?: 'done') => ({ id, title: id, note: '', endState, createdAt: '' });
  const list = async (...batches: BatchSummary[]) => {
    client.setQueryData(queryKey, batches);
    // The cache notifies its subscribers later.
    await new Promise((resolve) => setTimeout(resolve));
  };
  const before = polls;
  await list(create('old', 'done'));
  expect(polls).toBe(before);
  await list(create('new'), create('old', 'done'));
  expect(polls).toBe(before + 1);
  await list(create('new'), create('old', 'done'));
  expect(polls).toBe(before + 1);
  await list(create('new', 'done'), create('old', 'done'));
  expect(polls).toBe(before + 2);
  await list(create('new', 'done'));
  expect(polls).toBe(before + 2);
  stop();
  leave();
  client.clear();
});
