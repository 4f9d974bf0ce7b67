import type { BatchCalls, ImageCalls } from '@portal/contracts/batch-calls';
import { titleBatch, type BatchTitle } from '@portal/contracts/batch-title';
import type { BatchFacts, ToolName } from '@portal/contracts/batches';
import { queryOptions, type QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { toastFailure, type toast } from '../../client/toast/toast-store.ts';
import type { Progress } from './describe-progress.ts';
import { findEndState, type EndState } from './end-state.ts';
import type { BatchFilter } from './filter-batches.ts';
import { imagesKey } from './images-key.ts';
import { loadOrToast, pollEvery } from './poll-batches.ts';
import { makeListReader, type ListCalls } from './read-list.ts';

export type HistoryBatch = BatchFacts & {
  /** The media service's ZIP, for tools that store their images there. */
  folderLink?: string | null;
};

interface Definition<Batch extends HistoryBatch> {
  name: ToolName;
  calls: Pick<BatchCalls, 'clear' | 'cancel' | 'retry' | 'remove' | 'download'> & ListCalls<Batch>;
  /** Milliseconds until the next poll, or false for no polling. */
  findPollInterval: (batches: readonly Batch[] | undefined) => number | false;
  readName: (batch: Batch) => string;
  /** Of tools that have one. */
  readPrompt?: (batch: Batch) => string;
  readProgress: (batch: Batch) => Progress;
  /** What the palette shows beside the title: 'Upscale, 2x'. */
  readNote: (batch: Batch) => string;
  /** What the history's search looks in besides the name, such as file names. */
  readTexts?: (batch: Batch) => readonly string[];
  /** What the viewer's details show about each picture: names and values. */
  readSettings?: (batch: Batch) => readonly (readonly [name: string, value: string])[];
  filters?: readonly BatchFilter<Batch>[];
  /** Adds what only this browser knows, such as local names. Must return batches that have it already as they are. */
  transform?: (batches: readonly Batch[]) => readonly Batch[];
  /** Called when a delete fails. The change is reverted either way. */
  onDeleteFailure?: (error: unknown) => void;
  /** Such as `_images.zip` in `Red_fox_images.zip`. */
  zipSuffix: `_${string}.zip`;
  /** Called for each step of a ZIP download. Default: silent. */
  notifyDownload?: typeof toast;
}

/** A batch in the palette. */
export interface BatchSummary {
  id: string;
  title: string;
  note: string;
  /** Undefined until the batch has ended. */
  endState: EndState | undefined;
  createdAt: string;
}

/** The same entry of the cache as `batchesQuery`, without its polling. */
export type HistoryQuery = UseQueryOptions<unknown, Error, readonly BatchSummary[]>;

export type BatchTool<Batch extends HistoryBatch> = ReturnType<typeof makeBatchTool<Batch>>;

/** What the shared history components need to know about a tool. */
export function makeBatchTool<Batch extends HistoryBatch>(definition: Definition<Batch>) {
  const {
    calls,
    findPollInterval,
    readName,
    readPrompt,
    readNote,
    readProgress,
    transform = (batches) => batches,
  } = definition;
  const queryKey = [calls.list.path];
  const readList = makeListReader<Batch>(calls, transform);
  const queryFn = (context: { client: QueryClient; queryKey: QueryKey }): Promise<readonly Batch[]> =>
    loadOrToast(() => readList(context), context);
  const readTitle = (batch: Batch): BatchTitle =>
    titleBatch({ name: readName(batch), prompt: readPrompt?.(batch) });
  const summarize = (batch: Batch): BatchSummary => {
    const { title, date } = readTitle(batch);
    const note = readNote(batch);
    return {
      id: batch.id,
      title,
      note: date === undefined ? note : `${date} · ${note}`,
      endState: findEndState(batch, readProgress(batch)),
      createdAt: batch.createdAt,
    };
  };
  const historyQuery: HistoryQuery = {
    queryKey,
    queryFn,
    ...pollEvery(() => false),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- queryFn returns them
    select: (batches) => (batches as readonly Batch[]).map(summarize),
  };
  return {
    ...definition,
    readTitle,
    batchesQuery: queryOptions({ queryKey, queryFn, ...pollEvery(findPollInterval) }),
    historyQuery,
  };
}

interface ImageDefinition<Batch extends HistoryBatch> extends Definition<Batch> {
  calls: Definition<Batch>['calls'] & Pick<ImageCalls, 'images'>;
  notifyNoImages?: () => void;
  /** Default: the generic error toast. */
  notifyImagesFailed?: () => void;
}

export type ImageTool<Batch extends HistoryBatch> = ReturnType<typeof makeImageTool<Batch>>;

/** For tools that make images. */
export function makeImageTool<Batch extends HistoryBatch>(definition: ImageDefinition<Batch>) {
  const { calls, readProgress, notifyNoImages, notifyImagesFailed = toastFailure } = definition;
  return {
    ...makeBatchTool(definition),
    /** Refetched as images are made. Until then the last result stays on screen. */
    imagesQuery: (batch: Batch) =>
      queryOptions({
        queryKey: imagesKey(batch.id, readProgress(batch).done),
        queryFn: async () => {
          try {
            const { images } = await call(calls.images, { params: { id: batch.id } });
            if (images.length === 0) notifyNoImages?.();
            return images;
          } catch (error) {
            notifyImagesFailed();
            throw error;
          }
        },
        staleTime: 0,
        placeholderData: (previous, previousQuery) =>
          previousQuery?.queryKey[1] === batch.id ? previous : undefined,
      }),
  };
}
