import type { BatchCalls, ImageCalls } from '@portal/contracts/batch-calls';
import type { BatchFacts } from '@portal/contracts/batches';
import type { Call } from '@portal/contracts/call';
import { queryOptions, type QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../api/client.ts';
import { toastFailure, type toast } from '../toast/toast-store.ts';
import type { Progress } from './describe-progress.ts';
import { findEndState, type EndState } from './end-state.ts';
import { loadOrToast, pollEvery } from './poll-batches.ts';

export type HistoryBatch = BatchFacts & {
  /** A ZIP at the media service, of tools whose images lie there. */
  folderLink?: string | null;
};

interface Definition<Batch extends HistoryBatch> {
  calls: Pick<BatchCalls, 'clear' | 'cancel' | 'retry' | 'remove' | 'download'> & {
    list: Call<z.ZodType, z.ZodType, z.ZodType<{ batches: Batch[] }>>;
  };
  /** Milliseconds until the list is read again; false where it is not, of its own accord. */
  findPollInterval: (batches: readonly Batch[] | undefined) => number | false;
  readName: (batch: Batch) => string;
  readProgress: (batch: Batch) => Progress;
  /** What the palette shows beside the name: 'Upscale, 2x'. */
  readNote: (batch: Batch) => string;
  /** Adds what this browser alone knows of them. */
  amend?: (batches: readonly Batch[]) => readonly Batch[];
  /** Deletes that fail are taken back silently, unless the tool says otherwise. */
  onDeleteFailure?: (error: unknown) => void;
  /** As in `Red_fox_images.zip`. */
  zipSuffix: `_${string}.zip`;
  /** Hears of each step of a ZIP; without it they are silent. */
  tellOfDownload?: typeof toast;
}

/** A batch in the palette. */
export interface BatchSummary {
  id: string;
  name: string;
  note: string;
  /** Undefined until the batch has ended. */
  endState: EndState | undefined;
  createdAt: string;
}

/** The same entry of the cache as `batchesQuery`, without its polling. */
export type HistoryQuery = UseQueryOptions<unknown, Error, readonly BatchSummary[]>;

export type BatchTool<Batch extends HistoryBatch> = ReturnType<typeof makeBatchTool<Batch>>;

/** All that the shared parts of a history must know of a tool, and what is read for it. */
export function makeBatchTool<Batch extends HistoryBatch>(definition: Definition<Batch>) {
  const { calls, findPollInterval, readName, readNote, readProgress, amend = keep } = definition;
  const queryKey = [calls.list.path];
  const queryFn = (context: { client: QueryClient; queryKey: QueryKey }): Promise<readonly Batch[]> =>
    loadOrToast(async () => {
      const { batches } = await call(calls.list);
      return amend(batches).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    }, context);
  const summarize = (batch: Batch): BatchSummary => ({
    id: batch.id,
    name: readName(batch),
    note: readNote(batch),
    endState: findEndState(batch, readProgress(batch)),
    createdAt: batch.createdAt,
  });
  const historyQuery: HistoryQuery = {
    queryKey,
    queryFn,
    ...pollEvery(() => false),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- queryFn returns them
    select: (batches) => (batches as readonly Batch[]).map(summarize),
  };
  return {
    ...definition,
    batchesQuery: queryOptions({ queryKey, queryFn, ...pollEvery(findPollInterval) }),
    historyQuery,
  };
}

const keep = <Value>(value: Value): Value => value;

interface ImageDefinition<Batch extends HistoryBatch> extends Definition<Batch> {
  calls: Definition<Batch>['calls'] & Pick<ImageCalls, 'images'>;
  tellOfNoImages?: () => void;
  /** The generic toast, unless the tool has words of its own. */
  tellOfFailedImages?: () => void;
}

export type ImageTool<Batch extends HistoryBatch> = ReturnType<typeof makeImageTool<Batch>>;

/** Of a tool that makes images. */
export function makeImageTool<Batch extends HistoryBatch>(definition: ImageDefinition<Batch>) {
  const { calls, readProgress, tellOfNoImages, tellOfFailedImages = toastFailure } = definition;
  return {
    ...makeBatchTool(definition),
    /** Read anew as images are made: what is shown stays until then. */
    imagesQuery: (batch: Batch) =>
      queryOptions({
        queryKey: [calls.images.path, batch.id, readProgress(batch).done],
        queryFn: async () => {
          try {
            const { images } = await call(calls.images, { params: { id: batch.id } });
            if (images.length === 0) tellOfNoImages?.();
            return images;
          } catch (error) {
            tellOfFailedImages();
            throw error;
          }
        },
        staleTime: 0,
        placeholderData: (before, beforeQuery) =>
          beforeQuery?.queryKey[1] === batch.id ? before : undefined,
      }),
  };
}
