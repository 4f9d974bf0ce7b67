import type { Deps } from '../deps.ts';
import type { HalfPriceTask } from '../../platform/queues/queues.ts';
import { followProviderBatch } from './follow-provider-batch.ts';
import { submitItems } from './submit-items.ts';

/** Handles one delivery of a task. */
export const processHalfPrice = (deps: Deps, task: HalfPriceTask): Promise<void> =>
  task.step === 'submit' ? submitItems(deps, task.batchId) : followProviderBatch(deps, task.providerBatchId);
