import type { KeywordBatch } from '@portal/contracts/keyword-generator';

/** Whether the batch has results. Its files may already be deleted. */
export const canExport = ({
  status,
  completedCount,
}: Pick<KeywordBatch, 'status' | 'completedCount'>): boolean =>
  status === 'completed' || (status === 'processing' && completedCount > 0);
