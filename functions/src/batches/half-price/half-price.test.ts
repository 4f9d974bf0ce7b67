import { getSavings } from '@portal/contracts/spend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readGeminiStats } from '../../providers/google-allowance.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { toDollars } from '../../spend/micros.ts';
import { readBatch } from '../store/batch-store.ts';
import { followProviderBatch } from './follow-provider-batch.ts';
import { startHalfPrice } from './testing/start-half-price.ts';

const firestore = await startFirestore();
const sandbox = await startSandbox();
const PROVIDERS = ['openai', 'google'] as const;

let portal: Awaited<ReturnType<typeof startHalfPrice>>;
beforeEach(async () => {
  portal = await startHalfPrice(firestore, sandbox);
});

describe.each(PROVIDERS)('with %s', (provider) => {
  beforeEach(() => {
    vi.stubEnv('UPSCALE_TIMEOUT_SECONDS', '901');
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    // That of other work: the lease would end before it.
    return () => expect(timeout).not.toHaveBeenCalledWith(901_000);
  });

  it('makes pictures for half the price, and notes what was saved [D-jobs.3]', async () => {
    const { generate, deliver, finish, readStates, readMonth, readProviderBatches } = portal;
    const batchId = await generate({}, provider);
    await deliver();
    expect(await readStates(batchId)).toEqual(['submitted', 'submitted', 'submitted']);
    expect(await readProviderBatches(batchId)).toMatchObject([
      { state: 'running', indexes: [0, 1, 2], provider },
    ]);
    const { reserved } = await readMonth();
    await finish(batchId);
    expect(await readStates(batchId)).toEqual(['done', 'done', 'done']);
    expect(await sandbox.count(provider)).toMatchObject({ paid: 3, halfPrice: 3 });
    const { spent, saved, reserved: left } = await readMonth();
    expect((await portal.call('GET', getSavings.path, 'ada')).body).toMatchObject({
      dollars: toDollars(saved),
    });
    expect(left).toBe(0);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(reserved);
    // Each is rounded to a millionth of a dollar.
    expect(Math.abs(saved - spent)).toBeLessThan(10);
    expect(await readProviderBatches(batchId)).toMatchObject([
      { state: 'ended', outcome: 'completed', dueAt: null, openSince: null },
    ]);
    expect((await readBatch(firestore, batchId))?.storedFiles).toBe(3);
  });

  it('expired lines cost nothing, and are made now with one request', async () => {
    const { generate, deliver, finish, readStates, call } = portal;
    await sandbox.controlBatches({ do: 'set', manual: true });
    const batchId = await generate({}, provider);
    await deliver();
    await sandbox.controlBatches({ do: 'expire' });
    await finish(batchId);
    expect(await readStates(batchId)).toEqual(['failed', 'failed', 'failed']);
    expect(new Set(await portal.reasonsOf(batchId))).toEqual(
      new Set(['failed The provider did not make it within 24 hours. You were not charged. Make it now.']),
    );
    await portal.expectSettled(provider, 0);
    expect((await portal.readMonth()).spent).toBe(0);
    const answer = await call('POST', `/api/image-generator/batches/${batchId}/retry`, 'ada', {});
    expect(answer.status).toBe(202);
    const [half, now] = (await firestore.collection('batches').orderBy('createdAt').get()).docs;
    expect([half?.get('halfPrice'), now?.get('halfPrice')]).toEqual([provider, undefined]);
    expect(Number(now?.get('estimate'))).toBeCloseTo(2 * Number(half?.get('estimate')), 9);
  });

  it('stores what was made before a cancel, and cancels the rest', async () => {
    const { generate, deliver, follow, finish, readStates } = portal;
    await sandbox.controlBatches({ do: 'set', manual: true });
    const batchId = await generate({}, provider);
    await deliver();
    await sandbox.controlBatches({ do: 'advance', lines: 1 });
    expect((await portal.cancel(batchId)).status).toBe(200);
    const [providerBatchId] = await portal.idsOf(batchId);
    expect(portal.tasks).toEqual([{ step: 'follow', providerBatchId }]);
    await deliver();
    expect(await readStates(batchId)).toEqual(['submitted', 'submitted', 'submitted']);
    await sandbox.controlBatches({ do: 'cancel' });
    await follow();
    await finish(batchId);
    expect((await readStates(batchId)).toSorted()).toEqual(['cancelled', 'cancelled', 'done']);
    await portal.expectSettled(provider, 1);
  });

  it('gives the reason of each line, and of a batch that failed as a whole', async () => {
    const { generate, deliver, finish } = portal;
    const prompts = [{ prompt: 'a red boat' }, { prompt: 'a blue boat' }, { prompt: 'a green boat' }];
    await sandbox.addFault(provider, { kind: 'refusal' }, { match: { promptIncludes: 'blue' } });
    await sandbox.addFault(
      provider,
      { kind: 'server-error', status: 500 },
      { match: { promptIncludes: 'green' } },
    );
    const batchId = await generate({ prompts }, provider);
    await deliver();
    await finish(batchId);
    expect(await portal.reasonsOf(batchId)).toEqual([
      'done',
      'failed The provider refused it under its content rules. Change the prompt or the picture. refused',
      'failed The provider had an internal error. Retry, or choose another model.',
    ]);
    await portal.expectSettled(provider, 1);

    await sandbox.controlBatches({ do: 'set', manual: true });
    const failed = await generate({}, provider);
    await deliver();
    await sandbox.controlBatches({ do: 'fail' });
    await finish(failed);
    expect(await portal.reasonsOf(failed)).toEqual(
      Array(3).fill('failed The provider could not work on this batch. You were not charged.'),
    );
    await portal.expectSettled(provider, 1);
  });
});

it.each([
  ['no answer, but it was created', { kind: 'reset', at: 'after' }],
  ['an error before it was created', { kind: 'server-error', status: 500 }],
] as const)('creates one provider batch after %s', async (_, fault) => {
  const { generate, deliver, finish, readStates, readProviderBatches } = portal;
  await sandbox.addFault('openai', fault, { match: { operation: 'batch-create' }, times: 1 });
  const batchId = await generate();
  await deliver();
  expect(await readProviderBatches(batchId)).toMatchObject([{ state: 'creating', name: null }]);
  await finish(batchId);
  expect(await readStates(batchId)).toEqual(['done', 'done', 'done']);
  expect(await readProviderBatches(batchId)).toHaveLength(1);
  await portal.expectSettled('openai', 3);
});

it('fails the items for free if the provider does not accept them', async () => {
  const { generate, deliver, readProviderBatches } = portal;
  const fault = { kind: 'server-error', status: 400 } as const;
  await sandbox.addFault('openai', fault, { match: { operation: 'batch-create' }, times: 1 });
  const batchId = await generate();
  await deliver();
  expect(await portal.reasonsOf(batchId)).toEqual(
    Array(3).fill('failed The provider does not accept these settings. Choose others.'),
  );
  expect(await readProviderBatches(batchId)).toMatchObject([{ state: 'ended', name: null }]);
  expect((await readBatch(firestore, batchId))?.endedAt).not.toBeNull();
  await portal.expectSettled('openai', 0);
});

it('reads results again after a broken download', async () => {
  const { generate, deliver, follow, finish, readStates, readProviderBatches } = portal;
  const batchId = await generate();
  await deliver();
  await sandbox.addFault(
    'openai',
    { kind: 'reset', at: 'mid-body' },
    { match: { operation: 'batch-results' }, times: 1 },
  );
  await vi.waitFor(async () => {
    await follow();
    expect(await readProviderBatches(batchId)).not.toMatchObject([{ state: 'running' }]);
  });
  await finish(batchId);
  expect(await readStates(batchId)).toEqual(['done', 'done', 'done']);
  await portal.expectSettled('openai', 3);
});

describe('results', () => {
  it('are stored again after the media service was down, and paid once', async () => {
    const { generate, deliver, follow, finish, readStates } = portal;
    const batchId = await generate();
    await deliver();
    await sandbox.addFault(
      'cloudinary',
      { kind: 'server-error', status: 500 },
      { match: { operation: 'upload' }, times: 9 },
    );
    await vi.waitFor(async () => {
      await follow();
      expect((await firestore.doc(`failedWork/${batchId}~not-stored`).get()).exists).toBe(true);
    });
    expect(await readStates(batchId)).toEqual(['submitted', 'submitted', 'submitted']);
    await finish(batchId);
    expect(await readStates(batchId)).toEqual(['done', 'done', 'done']);
    expect((await firestore.doc(`failedWork/${batchId}~not-stored`).get()).exists).toBe(false);
    await portal.expectSettled('openai', 3);
  });

  it('that expired before they were fetched are failed and counted, not uncertain', async () => {
    const { generate, deliver, finish, readStates } = portal;
    const batchId = await generate();
    await deliver();
    await vi.waitFor(async () => expect(await sandbox.count('openai')).toMatchObject({ paid: 3 }));
    // Longer than OpenAI keeps files.
    await sandbox.advanceClock(31 * 24 * 3600);
    const { reserved } = await portal.readMonth();
    await finish(batchId);
    expect(await readStates(batchId)).toEqual(['failed', 'failed', 'failed']);
    expect((await portal.reasonsOf(batchId))[0]).toContain('The result expired before it was fetched.');
    expect(await portal.readMonth()).toMatchObject({ reserved: 0, spent: reserved });
  });

  it('of Gemini that expired count as charged, and toward the allowance', async () => {
    const { generate, deliver, finish, readStates } = portal;
    await sandbox.controlBatches({ do: 'set', manual: true });
    const batchId = await generate({}, 'google');
    await deliver();
    const { reserved } = await portal.readMonth();
    await sandbox.controlBatches({ do: 'advance', lines: 2 });
    await sandbox.controlBatches({ do: 'expire' });
    await finish(batchId);
    expect(await readStates(batchId)).toEqual(['failed', 'failed', 'failed']);
    expect((await portal.reasonsOf(batchId)).map((reason) => reason.includes('expired before'))).toEqual([
      true,
      true,
      false,
    ]);
    const { spent } = await portal.readMonth();
    expect(spent).toBeCloseTo((reserved * 2) / 3, -1);
    expect((await readGeminiStats(firestore)).used).toBe(2);
  });

  it('are collected in parts, each in a task of its own', async () => {
    const { generate, deliver, finish, readStates, tasks, makeDue, deps } = portal;
    const batchId = await generate({ quantity: 25 });
    await deliver();
    const [id = ''] = await portal.idsOf(batchId);
    await vi.waitFor(async () => {
      await makeDue();
      await followProviderBatch(deps, id);
      expect((await readStates(batchId)).filter((state) => state === 'done')).toHaveLength(20);
    });
    expect(tasks).toEqual([{ step: 'follow', providerBatchId: id }]);
    await finish(batchId);
    expect((await readStates(batchId)).filter((state) => state === 'done')).toHaveLength(25);
    await portal.expectSettled('openai', 25);
  });
});
