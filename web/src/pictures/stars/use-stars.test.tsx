import { listLibrary } from '@portal/contracts/library';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createLibraryBatch, createLibraryPicture } from '../../testing/create-library-batch.ts';
import { serve } from '../../testing/fake-server.ts';
import { openHook } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { applyStarred, useStars } from './use-stars.ts';

const BATCHES = [
  { id: 'one', starred: [1, 4] },
  { id: 'two', starred: [4] },
];

test.each([
  ['adds stars in order, without doubles', true, [4, 2], [1, 2, 4]],
  ['removes stars', false, [4, 2], [1]],
])('%s, in one batch only', (_name, isStarred, indexes, starred) => {
  const changed = applyStarred(BATCHES, 'one', new Set(indexes), isStarred);
  expect(changed).toEqual([{ id: 'one', starred }, BATCHES[1]]);
  // Pending changes are applied to every poll.
  expect(applyStarred(changed, 'one', new Set(indexes), isStarred)).toEqual(changed);
});

test('stars the first picture of a batch', () => {
  expect(applyStarred([{ id: 'one' }], 'one', new Set([3]), true)).toEqual([{ id: 'one', starred: [3] }]);
});

const createBatch = (id: string) =>
  createLibraryBatch({ id, pictures: [createLibraryPicture(), createLibraryPicture({ index: 4 })] });

function open(...answers: Parameters<typeof serve>) {
  toast('Before');
  const requests = serve(...answers);
  const client = new QueryClient();
  const libraryKey = [listLibrary.path];
  client.setQueryData(libraryKey, { batches: [createBatch('one'), createBatch('two')], next: null });
  client.setQueryData(['upscale'], [{ id: 'one' }, { id: 'two' }]);
  const read = () => {
    const list = client.getQueryData<{ batches: ReturnType<typeof createBatch>[] }>(libraryKey);
    return {
      library: list?.batches.map(({ pictures }) => pictures.map(({ isStarred }) => isStarred)),
      history: client.getQueryData(['upscale']),
    };
  };
  return { requests, read, changeStars: openHook(() => useStars(), { client }).current };
}

test('a star shows in the Library and in the history of its tool', async () => {
  const { requests, read, changeStars } = open(
    Response.json({ success: true, starred: [4] }),
    Response.json({ success: true, starred: [] }),
  );
  changeStars({ id: 'one', tool: 'upscale' }, [4], true);
  await vi.waitFor(() =>
    expect(read()).toEqual({
      library: [
        [false, true],
        [false, false],
      ],
      history: [{ id: 'one', starred: [4] }, { id: 'two' }],
    }),
  );
  changeStars({ id: 'one', tool: 'upscale' }, [4], false);
  await vi.waitFor(() => expect(read().history).toEqual([{ id: 'one', starred: [] }, { id: 'two' }]));
  expect(requests.map(({ init }) => init.body)).toEqual(['{"add":[4]}', '{"remove":[4]}']);
  expect(readToast()).toMatchObject({ title: 'Before' });
});

test('a star that the server refuses is not shown', async () => {
  const { read, changeStars } = open(new Response('{}', { status: 500 }));
  const before = read();
  changeStars({ id: 'one', tool: 'upscale' }, [4], true);
  await vi.waitFor(() => expect(readToast()).toMatchObject({ title: 'Error' }));
  expect(read()).toEqual(before);
});

test('the history is not read again for a star', async () => {
  const { requests, changeStars } = open(Response.json({ success: true, starred: [4] }));
  changeStars({ id: 'one', tool: 'upscale' }, [4], true);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  await new Promise((resolve) => void setTimeout(resolve));
  expect(requests).toHaveLength(1);
});
