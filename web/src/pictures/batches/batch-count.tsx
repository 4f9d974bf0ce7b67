import { useQuery } from '@tanstack/react-query';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';

/** ' (3)' once the history has loaded, which it leaves to the history. */
export function BatchCount<Batch extends HistoryBatch>({ tool }: { tool: BatchTool<Batch> }) {
  const { data } = useQuery({ ...tool.batchesQuery, enabled: false, select: count });
  return data !== undefined && ` (${data})`;
}

const count = (batches: readonly unknown[]): number => batches.length;
