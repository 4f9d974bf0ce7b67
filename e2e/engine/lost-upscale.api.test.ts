import { UpscaleBatchSchema, upscaleCalls } from '@portal/contracts/upscale';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { readItems, waitForIdle, watchBatches } from '../support/batches.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import { startWith, upscaler } from '../support/picture-tools.ts';
import { addFaults, clearFaults, releaseCalls, setLatency } from '../support/sandbox.ts';

const { waitForBatch, waitForBatches } = watchBatches(upscaleCalls.list.path, UpscaleBatchSchema);

afterAll(async () => {
  await clearFaults();
  await releaseCalls();
  await resetTools();
});

const drawSmall = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();

test('shows progress, and retries soon after a crash [D-batches.11, D-batches.12]', async () => {
  await setLatency(0);
  await waitForIdle();
  await setTool('upscaleEngine', 'on-device');
  const artist = await signIn(newEmail());
  // Until then its first worker has the item: the upload of the result takes longer than a lease.
  await addFaults({
    provider: 'cloudinary',
    match: { operation: 'upload' },
    times: 1,
    fault: { kind: 'hold' },
  });
  const id = await startWith(upscaler, artist, [{ name: 'small.jpg', bytes: await drawSmall() }], {
    scale: '2',
  });
  const readItem = async () => (await readItems(id))[0];
  await expect.poll(async () => (await readItem())?.state).toBe('claimed');
  const first = await readItem();
  const readLeaseEnd = async () => (await readItem())?.wakeAt.toMillis();
  await expect.poll(readLeaseEnd).toBeGreaterThan((await readLeaseEnd()) ?? Infinity);
  expect(await readItem()).toMatchObject({ state: 'claimed', worker: first?.worker, attempts: 1 });
  await waitForBatch(artist, id, ({ itemProgress }) => itemProgress?.[0] === 1);

  process.kill(Number.parseInt(first?.worker ?? '', 10), 'SIGKILL');
  await expect.poll(async () => (await readItem())?.attempts, { interval: 250 }).toBe(2);
  const [batch] = await waitForBatches(artist, [id]);
  expect(batch).toMatchObject({ processedImages: 1, failures: [] });
  expect(batch).not.toHaveProperty('itemProgress');
  expect(await readItem()).toMatchObject({ attempts: 2 });
});
