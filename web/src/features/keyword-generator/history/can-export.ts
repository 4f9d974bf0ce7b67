import type { KeywordBatch } from '@portal/contracts/keyword-generator';

/** Of a completed batch, and of a processing one as soon as it has a result; the files need not be there for it. */
export const canExport = ({
  status,
  completedCount,
}: Pick<KeywordBatch, 'status' | 'completedCount'>): boolean =>
  status === 'completed' || (status === 'processing' && completedCount > 0);
