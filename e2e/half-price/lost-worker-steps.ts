/** Where workers of half-price batches are stopped, in groups that a kill hits at once. */
import { readItems } from '../support/batches.ts';
import { readProviderBatches } from '../support/half-price.ts';
import { holdCommits } from '../support/hold-commits.ts';
import { addFaults, isHeld } from '../support/sandbox.ts';

export type ProviderName = 'openai' | 'google';

interface Ids {
  batchId: string;
  providerBatchId: string;
}

/** Matches every batch. */
export const NOT_SENT: Ids = { batchId: '', providerBatchId: '' };

export async function readIds(batchId: string): Promise<Ids> {
  const [found] = await readProviderBatches(batchId);
  return { batchId, providerBatchId: found?.id ?? '' };
}

/** Where a worker is stopped. */
export interface Step {
  /** While it sends a batch, looks after one that was made, or after one that has expired when one picture was made. */
  during: 'sending' | 'following' | 'expiry';
  stop: (provider: ProviderName, ids: Ids) => Promise<unknown>;
  isReached: (ids: Ids) => Promise<boolean>;
  /** Gemini has nothing to read when a batch has expired. */
  isOnlyOpenai?: boolean;
}

type Stop = Pick<Step, 'stop' | 'isReached'>;

const afterState = (state: string): Stop => ({
  stop: (_, { providerBatchId }) => holdCommits(`/providerBatches/${providerBatchId}`, state),
  isReached: async ({ batchId }) => (await readProviderBatches(batchId))[0]?.state === state,
});

const atCall = (operation: string, at: 'before' | 'after'): Stop => ({
  stop: (provider, { providerBatchId }) =>
    addFaults({
      provider,
      match: { operation, promptIncludes: providerBatchId },
      times: 1,
      fault: { kind: 'hold', at },
    }),
  isReached: async ({ providerBatchId }) => providerBatchId !== '' && isHeld(providerBatchId),
});

const afterUpload: Stop = {
  stop: (_, { batchId }) =>
    addFaults({
      provider: 'cloudinary',
      match: { operation: 'upload', promptIncludes: batchId },
      times: 1,
      fault: { kind: 'hold', at: 'after' },
    }),
  isReached: ({ batchId }) => isHeld(batchId),
};

/** One phase after the other. The first ones hold commits: what holds calls comes late, because their time is limited. */
export type Phases = readonly Record<string, Step>[];

/** A process creates one batch at a time, so each kill hits one that is being created. */
export const KILLS: Record<string, Phases> = {
  // Their ids are not known when they are stopped, so that each phase stops all batches.
  'while sending': [
    { 'after it has noted the batch': { during: 'sending', ...afterState('running') } },
    {
      'before the provider has created the batch': { during: 'sending', ...atCall('batch-create', 'before') },
    },
    {
      'after it has set the cost aside, before it asks the provider': {
        during: 'sending',
        ...afterState('creating'),
      },
    },
  ],
  'after sending': [
    {
      'after the second picture is counted': {
        during: 'following',
        stop: (_, { batchId }) => holdCommits(`/${batchId}/items/1`, 'done'),
        isReached: async ({ batchId }) => (await readItems(batchId))[1]?.state === 'done',
      },
      'after it has stored everything': { during: 'following', ...afterState('ended') },
      'after it has noted that it expired': { during: 'expiry', ...afterState('collecting') },
      'after those that were not made in time have failed': {
        during: 'expiry',
        stop: (_, { batchId }) => holdCommits(`/${batchId}/items/`, 'failed'),
        isReached: async ({ batchId }) => (await readItems(batchId)).some(({ state }) => state === 'failed'),
      },
    },
    {
      'before it reads the results': { during: 'following', ...atCall('batch-results', 'before') },
      'after a picture is stored, before it is counted': { during: 'following', ...afterUpload },
      'before it learns that it expired': { during: 'expiry', ...atCall('batch', 'before') },
      'before it reads what was made in time': {
        during: 'expiry',
        ...atCall('batch-results', 'before'),
        isOnlyOpenai: true,
      },
      'after the provider has created the batch, before it knows': {
        during: 'sending',
        ...atCall('batch-create', 'after'),
      },
    },
  ],
};
