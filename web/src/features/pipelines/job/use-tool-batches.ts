import type { BatchFacts, ToolName } from '@portal/contracts/batches';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useOptimisticBatches } from '../../../pictures/batches/change-batches.ts';
import { countActive } from '../../../pictures/batches/describe-progress.ts';
import { BUSY_MS, pollEvery, pollWhileActive } from '../../../pictures/batches/poll-batches.ts';
import { useTool } from '../../../pictures/registered-tools/tools.ts';

const NONE: readonly never[] = [];

interface Options {
  /** Polls as fast as the tool's own page. */
  isActive: boolean;
  isNeeded?: boolean | undefined;
}

interface ToolBatches<Batch> extends Pick<
  UseQueryResult,
  'isPending' | 'error' | 'isRefetchError' | 'dataUpdatedAt'
> {
  /** Undefined until loaded. */
  batches: readonly Batch[] | undefined;
  retry: () => void;
}

/** The job may be ahead of the history: its batch is not in there yet, or is over already. */
export const findHistoryInterval = (isActive: boolean, batches: readonly BatchFacts[]): number =>
  isActive && countActive(batches) === 0 ? BUSY_MS : pollWhileActive(batches);

/** A tool's history, with the changes that wait for the server: one entry of the cache with the tool's own page. */
export function useToolBatches<Batch extends BatchFacts>(
  name: ToolName,
  { isActive, isNeeded = true }: Options,
): ToolBatches<Batch> {
  const { select: _, ...list } = useTool(name).historyQuery;
  const { queryKey } = list;
  const query = useQuery({
    ...list,
    enabled: isNeeded,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tool's query returns them
    ...pollEvery<unknown>((data) => findHistoryInterval(isActive, (data ?? NONE) as readonly Batch[])),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tool's query returns them
  const batches = useOptimisticBatches<Batch>(queryKey, (query.data ?? NONE) as readonly Batch[]);
  const { isPending, error, isRefetchError, dataUpdatedAt } = query;
  return {
    batches: query.data === undefined ? undefined : batches,
    isPending,
    error,
    isRefetchError,
    dataUpdatedAt,
    retry: () => void query.refetch(),
  };
}

export const useGeneratorBatches = (options: Options) =>
  useToolBatches<GenerationBatch>('image-generator', options);
