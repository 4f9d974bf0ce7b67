import type { BatchFacts, ToolName } from '@portal/contracts/batches';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useOptimisticBatches } from '../../../shared/batches/change-batches.ts';
import { countActive, countBusy } from '../../../shared/batches/describe-progress.ts';
import { HALF_PRICE_MS, pollEvery } from '../../../shared/batches/poll-batches.ts';
import { useTool } from '../../../shared/tools/tools.ts';

const BUSY_MS = 800;
const IDLE_MS = 60_000;
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

function findInterval(isActive: boolean, batches: readonly BatchFacts[]): number {
  if (!isActive) return IDLE_MS;
  return countActive(batches) > 0 && countBusy(batches) === 0 ? HALF_PRICE_MS : BUSY_MS;
}

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
    ...pollEvery<unknown>((data) => findInterval(isActive, (data ?? NONE) as readonly Batch[])),
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
