import { logWarning } from '../../platform/logs/log.ts';
import { describeFailure, type ProviderFailure } from '../../providers/provider-answer.ts';
import { readCodes } from '../engine/log-attempt.ts';
import type { Batch } from '../store/batch-store.ts';
import type { ProviderBatch } from '../store/provider-batch-store.ts';

/** A provider batch that this worker has, and its batch. */
export interface ClaimedProviderBatch {
  batch: Batch;
  providerBatch: ProviderBatch;
}

export function requireName({ id, name }: ProviderBatch): string {
  if (name === null) throw new Error(`The provider batch ${id} has no name.`);
  return name;
}

export const nameOf = ({ batch, providerBatch }: ClaimedProviderBatch) => ({
  batch: batch.id,
  providerBatch: providerBatch.id,
});

/** What a provider answers may quote a prompt: only its status and codes are logged. */
export function logFailure(
  message: string,
  claimed: ClaimedProviderBatch,
  { kind, detail }: ProviderFailure,
): void {
  const { label } = describeFailure(kind);
  logWarning(message, undefined, { ...nameOf(claimed), kind, label, ...readCodes(detail) });
}
