import { isWaiting } from '@portal/contracts/batches';
import type { StylizerBatch } from '@portal/contracts/stylizer';
import { findEndState } from '../../../pictures/batches/end-state.ts';

type Facts = Pick<StylizerBatch, 'status' | 'cancelledAt' | 'images' | 'completedCount' | 'progress'>;

/** The label of a batch's status and, while it is running, its progress from 0 to 1. */
export function describeStatus(batch: Facts): { label: string; value?: number } {
  const { status, images, completedCount: done, progress } = batch;
  const total = images.length;
  if (isWaiting(status)) return { label: `Queued - ${total} image(s)` };
  if (findEndState(batch, { done, total }) === 'failed') return { label: 'Failed' };
  const label = `${done}/${total} completed`;
  if (status !== 'processing') return { label };
  return { label, value: progress === undefined ? done / total : progress / 100 };
}
