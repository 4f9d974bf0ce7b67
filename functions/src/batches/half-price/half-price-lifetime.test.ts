import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteBatch } from '../api/change-batch.ts';
import { findMaxItemCost } from '../engine/price-item.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { readGeminiStats } from '../../providers/google-allowance.ts';
import { fingerprint, saveKeyStates } from '../../providers/key-states.ts';
import { findTool } from '../../tools.ts';
import { removeBatch } from '../engine/remove-batch.ts';
import { batchReference, itemReference, readBatch } from '../store/batch-store.ts';
import { providerBatchReference } from '../store/provider-batch-store.ts';
import { startHalfPrice } from './testing/start-half-price.ts';

const firestore = await startFirestore();
const sandbox = await startSandbox();
const HOUR_MS = 60 * 60 * 1000;

let portal: Awaited<ReturnType<typeof startHalfPrice>>;
beforeEach(async () => {
  portal = await startHalfPrice(firestore, sandbox);
});

const ago = (hours: number) => Timestamp.fromMillis(Date.now() - hours * HOUR_MS);

describe('keys', () => {
  const useKeys = (...openai: string[]) => {
    const { cloudName, apiKey, apiSecret } = sandbox.cloudinary;
    vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ openai, cloudinary: { cloudName, apiKey, apiSecret } }));
  };

  it('a rejected key returns the items, and another key takes them', async () => {
    useKeys('sandbox-openai-key-1', 'sandbox-openai-key-2');
    const { generate, deliver, runSweep, finish, readStates, readProviderBatches } = portal;
    await sandbox.addFault(
      'openai',
      { kind: 'key-rejected' },
      { match: { operation: 'batch-create' }, times: 1 },
    );
    const batchId = await generate();
    await deliver();
    expect(await readStates(batchId)).toEqual(['queued', 'queued', 'queued']);
    expect((await portal.readMonth()).reserved).toBe(0);
    expect((await firestore.doc('providerKeys/openai').get()).exists).toBe(true);
    await runSweep();
    await finish(batchId);
    expect(await readStates(batchId)).toEqual(['done', 'done', 'done']);
    const keys = (await readProviderBatches(batchId)).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    const item = await itemReference(firestore, batchId, 0).get();
    expect(item.get('attempts')).toBe(1);
    await portal.expectSettled('openai', 3);
  });

  it('items wait for a usable key, and fail after a day', async () => {
    const { generate, deliver, runSweep, readStates } = portal;
    await saveKeyStates(
      firestore,
      'openai',
      new Map([['sandbox-openai-key-1', { outSince: Timestamp.now() }]]),
    );
    const batchId = await generate();
    await deliver();
    await runSweep();
    expect(await readStates(batchId)).toEqual(['queued', 'queued', 'queued']);
    for (const index of [0, 1, 2]) {
      await itemReference(firestore, batchId, index).update({ notBefore: ago(24) });
    }
    await runSweep();
    expect(new Set(await portal.reasonsOf(batchId))).toEqual(
      new Set(["failed None of the studio's keys worked for 24 hours. You were not charged."]),
    );
    expect((await readBatch(firestore, batchId))?.endedAt).not.toBeNull();
  });

  it('waits while its key rests', async () => {
    const { generate, deliver, follow, finish, readStates, readProviderBatches } = portal;
    const batchId = await generate();
    await deliver();
    await sandbox.addFault(
      'openai',
      { kind: 'rate-limit', retryAfterSeconds: 1 },
      { match: { operation: 'batch' }, times: 1 },
    );
    await follow();
    expect(await readProviderBatches(batchId)).toMatchObject([{ state: 'running', worker: null }]);
    await finish(batchId);
    expect(await readStates(batchId)).toEqual(['done', 'done', 'done']);
  });

  it('says that its key was removed, once the provider has given up', async () => {
    const { generate, deliver, follow, readStates } = portal;
    const batchId = await generate();
    await deliver();
    useKeys('sandbox-openai-key-2');
    await follow();
    expect(await readStates(batchId)).toEqual(['submitted', 'submitted', 'submitted']);
    const [id = ''] = await portal.idsOf(batchId);
    expect((await providerBatchReference(firestore, id).get()).get('key')).toBe(
      fingerprint('sandbox-openai-key-1'),
    );
    await providerBatchReference(firestore, id).update({ createdAt: ago(26) });
    const { reserved } = await portal.readMonth();
    await follow();
    expect(await readStates(batchId)).toEqual(['uncertain', 'uncertain', 'uncertain']);
    expect((await portal.reasonsOf(batchId))[0]).toContain('The key that this was sent with was removed');
    expect(await portal.readMonth()).toMatchObject({ reserved: 0, spent: reserved });
  });

  it('gives up on a removed key before its record expires', async () => {
    const { generate, deliver, follow, readStates } = portal;
    const batchId = await generate({}, 'google');
    await deliver();
    useKeys('sandbox-openai-key-1');
    await batchReference(firestore, batchId).update({ expiresAt: ago(12) });
    await follow();
    expect(await readStates(batchId)).toEqual(['uncertain', 'uncertain', 'uncertain']);
  });
});

describe('budget', () => {
  it('is set aside at half of the maximum, and refused before anything is sent', async () => {
    const { generate, deliver, readStates, call } = portal;
    await sandbox.controlBatches({ do: 'set', manual: true });
    const batchId = await generate();
    const half = await readBatch(firestore, batchId);
    await deliver();
    const { reserved } = await portal.readMonth();
    vi.stubEnv('MONTHLY_BUDGET_USD', String((half?.estimate ?? 0) * 0.5));
    const refused = await call('POST', '/api/image-generator/generate', 'ada', {
      prompt: 'a red boat',
      quantity: 3,
      provider: 'openai',
      model: 'gpt-image-1',
      quality: 'low',
      background: 'opaque',
      aspectRatio: '1:1',
      outputFormat: 'jpeg',
      isHalfPrice: true,
    });
    expect(refused.status).toBe(409);
    expect((await portal.cancel(batchId)).status).toBe(200);
    await deliver();
    await sandbox.controlBatches({ do: 'cancel' });
    await portal.finish(batchId);
    expect(await readStates(batchId)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(reserved).toBeGreaterThan(0);
    expect(await portal.readMonth()).toMatchObject({ reserved: 0, spent: 0 });
    await portal.expectSettled('openai', 0);
  });

  it('that covers only some items sends those, and the others when it has room again', async () => {
    const { generate, deliver, follow, runSweep, readStates } = portal;
    const batchId = await generate({ quantity: 5 });
    const tool = findTool('image-generator');
    const settings = tool.settings.parse((await readBatch(firestore, batchId))?.settings);
    const maxCost = await findMaxItemCost(portal.deps, tool, settings, true);
    vi.stubEnv('MONTHLY_BUDGET_USD', String((3.5 * maxCost) / 1_000_000));
    await deliver();
    expect(await readStates(batchId)).toEqual(['submitted', 'submitted', 'submitted', 'queued', 'queued']);
    expect((await portal.readMonth()).reserved).toBe(3 * maxCost);
    vi.stubEnv('MONTHLY_BUDGET_USD', '100');
    await runSweep();
    await vi.waitFor(async () => {
      await follow();
      expect(await readStates(batchId)).toEqual(Array(5).fill('done'));
    });
    expect(await portal.idsOf(batchId)).toHaveLength(2);
    await portal.expectSettled('openai', 5);
  });

  it('that is used up before they are sent fails the items, which cost nothing', async () => {
    const { generate, deliver, reasonsOf } = portal;
    const batchId = await generate({ quantity: 5 });
    vi.stubEnv('MONTHLY_BUDGET_USD', '0.001');
    await deliver();
    expect(new Set(await reasonsOf(batchId))).toEqual(
      new Set(["failed The studio's budget of $0.0010 for this month is used up. An admin can raise it."]),
    );
    expect((await readBatch(firestore, batchId))?.endedAt).not.toBeNull();
    await portal.expectSettled('openai', 0);
  });

  it("takes Google's allowance at the start, and returns what was not made", async () => {
    const { generate, deliver, finish } = portal;
    await sandbox.controlBatches({ do: 'set', manual: true });
    const batchId = await generate({}, 'google');
    expect((await readGeminiStats(firestore)).used).toBe(3);
    await deliver();
    await sandbox.controlBatches({ do: 'expire' });
    await finish(batchId);
    expect((await readGeminiStats(firestore)).used).toBe(0);
  });
});

describe('lifetime', () => {
  it('cancels items that are not sent yet at once', async () => {
    const { generate, readStates, tasks, deliver } = portal;
    const batchId = await generate();
    expect((await portal.cancel(batchId)).status).toBe(200);
    expect(await readStates(batchId)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(tasks).toHaveLength(1);
    await deliver();
    expect(await portal.idsOf(batchId)).toEqual([]);
    await portal.expectSettled('openai', 0);
  });

  it('removes a deleted batch after it has settled', async () => {
    const { deps, generate, deliver, finish, others } = portal;
    const batchId = await generate();
    await deliver();
    await vi.waitFor(async () => expect(await sandbox.count('openai')).toMatchObject({ paid: 3 }));
    await deleteBatch(deps, findTool('image-generator'), 'ada', batchId);
    await finish(batchId);
    expect(others).toContainEqual({ batchId });
    await removeBatch(deps, { batchId });
    expect(await readBatch(firestore, batchId)).toBeUndefined();
    await portal.expectSettled('openai', 3);
  });

  it('cancels a batch three days after it was created, also while it waits [D-one-studio.5]', async () => {
    const { generate, deliver, follow, finish, readStates } = portal;
    await sandbox.controlBatches({ do: 'set', manual: true });
    const batchId = await generate();
    await deliver();
    const { createdAt, expiresAt } = (await readBatch(firestore, batchId)) ?? {};
    expect((expiresAt?.toMillis() ?? 0) - (createdAt?.toMillis() ?? 0)).toBe(72 * HOUR_MS);
    await batchReference(firestore, batchId).update({ expiresAt: Timestamp.now() });
    await follow();
    await sandbox.controlBatches({ do: 'cancel' });
    await finish(batchId);
    expect(await readStates(batchId)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  it('ends provider batches whose batch is gone', async () => {
    const { generate, deliver, follow } = portal;
    await sandbox.controlBatches({ do: 'set', manual: true });
    const batchId = await generate();
    await deliver();
    const [id = ''] = await portal.idsOf(batchId);
    await firestore.recursiveDelete(batchReference(firestore, batchId));
    await follow();
    expect((await providerBatchReference(firestore, id).get()).data()).toMatchObject({
      state: 'ended',
      dueAt: null,
      openSince: null,
    });
  });
});

it('refuses half price where the provider does not promise it [D-jobs.2]', async () => {
  const { call } = portal;
  const request = {
    prompt: 'a red boat',
    quantity: 1,
    provider: 'xai',
    model: 'grok-2-image',
    outputFormat: 'jpeg',
  };
  const refused = await call('POST', '/api/image-generator/generate', 'ada', {
    ...request,
    isHalfPrice: true,
  });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      details: [{ path: 'isHalfPrice', message: 'This provider does not offer half price. Choose "Now".' }],
    },
  });
  const now = await call('POST', '/api/image-generator/generate', 'ada', { ...request, isHalfPrice: false });
  expect(now.status).toBe(202);
});
