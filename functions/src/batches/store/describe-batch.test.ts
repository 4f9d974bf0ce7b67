import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { toMicros } from '../../spend/micros.ts';
import { createBatch } from '../engine/testing/create-item.ts';
import { createImage, createView } from '../sources/testing/create-batches.ts';
import type { ItemViews } from './batch-record.ts';
import { describeBatch } from './describe-batch.ts';

const at = (second: number) => Timestamp.fromMillis(1_700_000_000_000 + second * 1000);
const iso = (second: number) => at(second).toDate().toISOString();
const FRAME = { createdAt: at(0), expiresAt: at(100) };
const TEXTS = { title: 'Red fox' };

/** One of each state, and of each kind of failure. */
const ITEMS: ItemViews = {
  0: createView({ claimedAt: at(3), cost: toMicros(0.02), image: createImage({ placeholder: 'of image' }) }),
  1: createView({ claimedAt: at(2), texts: TEXTS, placeholder: 'of original', cost: toMicros(0.01) }),
  2: createView({ claimedAt: at(4), state: 'failed', reason: 'Refused.', permanent: 'refused' }),
  3: createView({ claimedAt: at(4), state: 'failed', reason: 'Overloaded.', attempts: 3 }),
  4: createView({ claimedAt: at(4), state: 'uncertain', reason: 'Lost.' }),
  5: createView({ claimedAt: null, state: 'cancelled', reason: 'Not chosen.' }),
  6: createView({ claimedAt: null, state: 'cancelled' }),
  7: createView({ claimedAt: at(5), state: 'claimed', progress: 0.5 }),
  8: createView({ claimedAt: at(5), state: 'claimed', retryAt: at(7) }),
  9: createView({ claimedAt: at(5), state: 'calling', progress: 0.5 }),
  10: createView({ claimedAt: at(5), state: 'submitted' }),
  11: createView({ claimedAt: at(6), state: 'queued', attempts: 1, retryAt: at(7) }),
  12: createView({ claimedAt: null, state: 'waiting' }),
};

const FACTS = {
  id: 'batch',
  status: 'processing',
  createdAt: iso(0),
  expiresAt: iso(100),
  startedAt: iso(2),
  endedAt: null,
  cancelledAt: null,
  failedCount: 2,
  uncertainCount: 1,
  cancelledCount: 2,
  failures: [
    { index: 2, state: 'failed', reason: 'Refused.', attempts: 1, permanent: 'refused' },
    { index: 3, state: 'failed', reason: 'Overloaded.', attempts: 3 },
    { index: 4, state: 'uncertain', reason: 'Lost.', attempts: 1 },
  ],
  cancellations: [{ index: 5, reason: 'Not chosen.' }],
  runningItems: [7, 8, 9, 10],
  itemProgress: { 7: 0.5 },
  itemRetries: { 8: iso(7) },
  cost: 0.03,
  estimate: 0.5,
  retryable: { failed: 0, uncertain: 0 },
  filesDeleted: false,
};

const running = createBatch({ ...FRAME, estimate: 0.5 });
const ended = { ...running, endedAt: at(9) };
const factsOf = (batch: Parameters<typeof describeBatch>[0], items: ItemViews = ITEMS) =>
  describeBatch(batch, items).facts;

describe('facts of a batch', () => {
  it('count the items of a running batch by state, and say what failed', () => {
    const { facts, doneCount } = describeBatch(running, ITEMS);
    expect(facts).toEqual(FACTS);
    expect(doneCount).toBe(2);
  });

  it('have nothing of items before the first one is claimed', () => {
    expect(factsOf(running, {})).toEqual({
      ...FACTS,
      status: 'pending',
      startedAt: null,
      failedCount: 0,
      uncertainCount: 0,
      cancelledCount: 0,
      failures: [],
      cancellations: undefined,
      runningItems: [],
      itemProgress: undefined,
      itemRetries: undefined,
      cost: 0,
    });
  });

  it('offer a retry of what has failed and may succeed, once the batch has ended', () => {
    const both = { failed: 1, uncertain: 1 };
    expect(factsOf({ ...ended, cancelledAt: at(8) })).toMatchObject({
      status: 'completed',
      endedAt: iso(9),
      cancelledAt: iso(8),
      retryable: both,
    });
    const retryableAfter = (retried: { failed: string | null; uncertain: string | null }) =>
      factsOf({ ...ended, retried }).retryable;
    expect(retryableAfter({ failed: 'one', uncertain: null })).toEqual({ ...both, failed: 0 });
    expect(retryableAfter({ failed: null, uncertain: 'one' })).toEqual({ ...both, uncertain: 0 });
  });

  it('say that a batch has failed if nothing was made [D-batches.3]', () => {
    expect(factsOf(ended, { 0: createView({ state: 'failed' }) })).toMatchObject({
      status: 'failed',
      failures: [{ reason: '' }],
      filesDeleted: false,
    });
  });

  it('have placeholders once the batch has ended, as long as its files are kept', () => {
    expect(factsOf(ended).placeholders).toEqual({ 0: 'of image', 1: 'of original' });
    expect(factsOf({ ...ended, filesDeleted: true })).not.toHaveProperty('placeholders');
    expect(factsOf(ended, { 0: createView() })).not.toHaveProperty('placeholders');
  });

  it('have time and cost of the items that are done in a pipeline', () => {
    const job = { ...running, pipeline: { id: 'job', lane: 0, chain: 0, stage: 0 } };
    const items = { ...ITEMS, 0: createView({ cost: toMicros(0.02), seconds: 1.5 }) };
    expect(factsOf(job, items).figures).toEqual({ 0: { cost: 0.02, seconds: 1.5 }, 1: { cost: 0.01 } });
    expect(factsOf(job, {})).not.toHaveProperty('figures');
  });

  it('have stars, the link and the half-price provider if there are any', () => {
    const more = { starred: [0], shareToken: 'token', halfPrice: 'openai' as const };
    expect(factsOf({ ...running, ...more })).toMatchObject({ ...more, halfPrice: { provider: 'openai' } });
    expect(factsOf({ ...running, starred: [] })).not.toHaveProperty('starred');
  });

  it('name the batches that pictures were sent from', () => {
    const from = { batchId: 'one', index: 4, kind: 'result' as const };
    const file = { id: 'file', name: 'a.png' };
    const uploads = {
      folder: 'folder',
      files: [file, { ...file, from }, { ...file, from: { ...from, batchId: 'unknown' } }],
      sources: { one: { tool: 'upscale' as const, name: 'Fox' } },
    };
    expect(factsOf({ ...running, uploads, sourceIds: ['one'] }).origins).toEqual([
      { index: 1, from: { ...from, tool: 'upscale', name: 'Fox' } },
    ]);
    expect(factsOf({ ...running, sourceIds: ['one'] }).origins).toEqual([]);
  });
});

describe('pictures of a batch', () => {
  it('are what was made and not deleted, with the state of every item', () => {
    const { images, texts, states, deleted } = describeBatch({ ...running, deletedItems: [0] }, ITEMS);
    expect({ images, texts, deleted }).toEqual({
      images: [],
      texts: new Map([[1, TEXTS]]),
      deleted: new Set([0]),
    });
    expect([...states]).toEqual(Object.entries(ITEMS).map(([index, { state }]) => [Number(index), state]));
    expect(describeBatch(running, ITEMS).images).toEqual([
      { index: 0, image: createImage({ placeholder: 'of image' }) },
    ]);
  });

  it('have checks: what was measured, and what is no problem', () => {
    const measures = { hash: 'a', sharpness: 40, flaws: [{ kind: 'soft' as const, measure: 3 }] };
    const items = {
      0: createView({ image: createImage({ measures }) }),
      1: createView({ texts: TEXTS, measures }),
      2: createView({ image: createImage() }),
      3: createView({ image: createImage({ measures }) }),
    };
    const batch = { ...running, deletedItems: [3], dismissed: { 1: ['soft' as const] } };
    expect([...describeBatch(batch, items).checks]).toEqual([
      [0, { measures }],
      [1, { measures, dismissed: ['soft'] }],
    ]);
  });

  it('are without images after a cleanup, but with texts', () => {
    const { images, texts, facts } = describeBatch({ ...ended, filesDeleted: true }, ITEMS);
    expect({ images, texts: [...texts.keys()], isGone: facts.filesDeleted }).toEqual({
      images: [],
      texts: [1],
      isGone: true,
    });
  });

  it('are all gone if each one that was made was deleted', () => {
    expect(factsOf({ ...ended, deletedItems: [0] })).toMatchObject({
      filesDeleted: false,
      deletedItems: [0],
    });
    expect(factsOf({ ...ended, deletedItems: [0, 1] }).filesDeleted).toBe(true);
    expect(factsOf({ ...running, deletedItems: [0, 1] }).filesDeleted).toBe(false);
  });
});
