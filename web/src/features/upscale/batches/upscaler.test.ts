import { expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient } from '../../../client/api/query-client.ts';
import { serve } from '../../../testing/fake-server.ts';
import { saveName } from './local-names.ts';
import { createBatch } from '../testing/create-batch.ts';
import { makeStorage } from '../testing/make-storage.ts';
import { upscaler } from './upscaler.ts';

test('lists batches newest first with their local names [T7.2.1, T7.2.5]', async () => {
  const storage = makeStorage();
  vi.stubGlobal('localStorage', storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  saveName(storage, 'older', 'Foxes');
  const batches = [
    createBatch({ id: 'older', createdAt: '2026-11-20T12:00:00.000Z' }),
    createBatch({ id: 'newer', createdAt: '2026-11-21T12:00:00.000Z', name: 'Original' }),
  ];
  const requests = serve(Response.json({ batches }));
  const list = await makeQueryClient().fetchQuery(upscaler.batchesQuery);
  expect(list.map(({ id, name }) => [id, name])).toEqual([
    ['newer', 'Original'],
    ['older', 'Foxes'],
  ]);
  expect(requests.map(({ path }) => path)).toEqual(['/api/upscale/batches']);
});
