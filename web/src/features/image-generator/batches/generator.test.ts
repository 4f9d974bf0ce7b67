import { expect, test } from 'vitest';
import { makeQueryClient } from '../../../client/api/query-client.ts';
import { serve } from '../../../testing/fake-server.ts';
import { createBatch } from '../../../tools/generation/testing/create-batch.ts';
import { generationBatchesQuery, generator } from './generator.ts';

test('lists batches newest first [T2.1.6, T7.1.2]', async () => {
  const older = createBatch({ id: 'older', createdAt: '2026-11-20T12:00:00.000Z' });
  const newer = createBatch({ id: 'newer', createdAt: '2026-11-21T12:00:00.000Z' });
  const requests = serve(Response.json({ batches: [older, newer] }));
  const batches = await makeQueryClient().fetchQuery(generationBatchesQuery);
  expect(batches.map(({ id }) => id)).toEqual(['newer', 'older']);
  expect(requests.map(({ path }) => path)).toEqual(['/api/image-generator/batches']);
});

test('keeps the same list object when a poll brings no changes', async () => {
  const client = makeQueryClient();
  const answer = () => Response.json({ batches: [createBatch({ generatedImages: ['/api/x/images/0'] })] });
  serve(answer(), answer());
  await client.fetchQuery(generationBatchesQuery);
  const first = client.getQueryData(generationBatchesQuery.queryKey);
  await client.fetchQuery(generationBatchesQuery);
  expect(client.getQueryData(generationBatchesQuery.queryKey)).toBe(first);
});

test('names a batch in the palette by its prompt, and keeps the date to search for', () => {
  const date = '11/27/26, 6:39 PM';
  const prompt = 'A red fox in the snow';
  const summarize = (customName: string) =>
    generator.historyQuery.select?.([createBatch({ customName, prompt })]);
  expect(summarize(date)).toMatchObject([{ title: 'A red fox', note: `${date} · ${prompt}` }]);
  expect(summarize('Winter')).toMatchObject([{ title: 'Winter', note: prompt }]);
});
