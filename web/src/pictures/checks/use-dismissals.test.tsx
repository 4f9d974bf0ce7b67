import { listLibrary, type LibraryBatch } from '@portal/contracts/library';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { createLibraryBatch, createLibraryPicture } from '../../testing/create-library-batch.ts';
import { createBatchImage } from '../../testing/create-upscale.ts';
import { serve } from '../../testing/fake-server.ts';
import { openHook } from '../../testing/open-part.tsx';
import { imagesKey } from '../batches/images-key.ts';
import { createSoftChecks } from './testing/create-checks.ts';
import { useDismissals } from './use-dismissals.ts';

const checks = createSoftChecks();
const libraryKey = [listLibrary.path];

function open(...answers: Parameters<typeof serve>) {
  toast('Before');
  const requests = serve(...answers);
  const client = new QueryClient();
  const pictures = [0, 1].map((index) => createLibraryPicture({ index, checks }));
  const batches = ['one', 'two'].map((id) => createLibraryBatch({ id, pictures }));
  client.setQueryData(libraryKey, { batches, next: null });
  for (const id of ['one', 'two'])
    client.setQueryData(imagesKey(id, 2), [createBatchImage(0, { checks }), createBatchImage(1, { checks })]);
  const read = () => {
    const library = client.getQueryData<{ batches: LibraryBatch[] }>(libraryKey);
    const images = ['one', 'two'].map((id) => client.getQueryData<typeof pictures>(imagesKey(id, 2)) ?? []);
    return [...(library?.batches.map((batch) => batch.pictures) ?? []), ...images].map((all) =>
      all.map((picture) => picture.checks?.dismissed ?? []),
    );
  };
  return { requests, read, dismiss: openHook(() => useDismissals(), { client }).current };
}

const NONE = [[], []];
const SECOND = [[], ['soft']];

test('dismisses a check in the Library and in the images of its batch, and undoes it', async () => {
  const { requests, read, dismiss } = open(
    Response.json({ success: true, dismissed: ['soft'] }),
    Response.json({ success: true, dismissed: [] }),
  );
  dismiss({ batchId: 'one', index: 1 }, { kind: 'soft', isDismissed: true });
  // Before the server has answered.
  expect(read()[2]).toEqual(SECOND);
  await vi.waitFor(() => expect(read()).toEqual([SECOND, NONE, SECOND, NONE]));
  dismiss({ batchId: 'one', index: 1 }, { kind: 'soft', isDismissed: false });
  await vi.waitFor(() => expect(read()).toEqual([NONE, NONE, NONE, NONE]));
  expect(requests.map(({ path, init }) => [path, init.method, init.body])).toEqual([
    ['/api/batches/one/dismissals', 'PATCH', '{"index":1,"kind":"soft","isDismissed":true}'],
    ['/api/batches/one/dismissals', 'PATCH', '{"index":1,"kind":"soft","isDismissed":false}'],
  ]);
  expect(readToast()).toMatchObject({ title: 'Before' });
});

test('a dismissal that the server refuses is not shown', async () => {
  const { read, dismiss } = open(new Response('{}', { status: 500 }));
  dismiss({ batchId: 'one', index: 1 }, { kind: 'soft', isDismissed: true });
  await vi.waitFor(() => expect(readToast()).toMatchObject({ title: 'Error' }));
  await vi.waitFor(() => expect(read()).toEqual([NONE, NONE, NONE, NONE]));
});
