import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Fragment, useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { toast } from '../../client/toast/toast-store.ts';
import { EmptyState, ErrorState } from '../../ui/notice-state.tsx';
import { BatchAnnouncer } from './batch-announcer.tsx';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';
import { useOptimisticBatches } from './change-batches.ts';
import { filterBatches, isSearching } from './filter-batches.ts';
import { HistoryFrame } from './history-frame.tsx';
import { ClearSearch, HistoryToolbar } from './history-toolbar.tsx';
import { LoadingCards } from './loading-cards.tsx';
import { useBatchChanges } from './use-batch-changes.ts';
import { useHashTarget } from './use-hash-target.ts';
import { useHistorySearch } from './use-history-search.ts';
import { useWidth } from './use-width.ts';
import { batchCardId } from './batch-path.ts';

export interface OpenDialog<Kind> {
  kind: Kind;
  batchId: string;
  /** Opens with this image. */
  item?: number;
}

/** Stable between polls, so that cards can be memoized. */
export interface CardProps<Batch, Kind> {
  batch: Batch;
  /** The card's width in pixels. */
  width: number;
  /** Rendered in full even when off screen. */
  isEager: boolean;
  onOpenDialog: (dialog: OpenDialog<Kind>) => void;
}

/** All cards share the dialogs. */
export interface DialogProps<Batch, Kind> {
  dialog: OpenDialog<Kind>;
  /** A closed dialog stays mounted for its exit animation. */
  isOpen: boolean;
  batch: Batch;
  onClose: () => void;
}

interface Props<Batch extends HistoryBatch, Kind> {
  tool: BatchTool<Batch>;
  /** Shown while there are no batches. */
  empty: ReactNode;
  renderCard: (props: CardProps<Batch, Kind>) => ReactNode;
  renderDialog: (props: DialogProps<Batch, Kind>) => ReactNode;
}

/** More than fit on a screen. The rest render when they come near. */
const EAGER_CARDS = 10;
const MIN_CARD_PX = 640;
const CARD_GAP_PX = 16;

/** A tool's batches, newest first. */
export function History<Batch extends HistoryBatch, Kind>(props: Props<Batch, Kind>) {
  const { tool, empty } = props;
  const { data, isError, refetch } = useQuery(tool.batchesQuery);
  // The first list renders in short slices.
  const isLoaded = useDeferredValue(data !== undefined);
  const batches = useOptimisticBatches<Batch>(tool.batchesQuery.queryKey, data ?? NO_BATCHES);
  const { clear } = useBatchChanges(tool);
  return (
    <HistoryFrame isEmpty={batches.length === 0} onClear={() => clear(batches)}>
      {!isLoaded && !isError && <LoadingCards />}
      {isError && !data && (
        <ErrorState
          title="The history could not be loaded"
          action={
            <Button variant="outlined" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Try again in a moment.
        </ErrorState>
      )}
      {isLoaded && data && batches.length === 0 && empty}
      {isLoaded && data && <LoadedHistory batches={batches} {...props} />}
    </HistoryFrame>
  );
}

const NO_BATCHES: readonly never[] = [];
const NO_FILTERS: readonly never[] = [];

interface LoadedProps<Batch extends HistoryBatch, Kind> extends Props<Batch, Kind> {
  batches: readonly Batch[];
}

interface DialogState<Kind> {
  dialog?: OpenDialog<Kind>;
  isOpen: boolean;
  /** Used as a key, so that each opening starts with fresh state. */
  openCount: number;
}

function LoadedHistory<Batch extends HistoryBatch, Kind>({
  tool,
  batches,
  renderCard,
  renderDialog,
}: LoadedProps<Batch, Kind>) {
  const [{ dialog, isOpen, openCount }, setDialog] = useState<DialogState<Kind>>({
    isOpen: false,
    openCount: 0,
  });
  const onOpenDialog = useCallback(
    (next: OpenDialog<Kind>) =>
      setDialog((before) => ({ dialog: next, isOpen: true, openCount: before.openCount + 1 })),
    [],
  );
  /** Undefined if it was deleted meanwhile. */
  const dialogBatch = batches.find(({ id }) => id === dialog?.batchId);
  const [width, list] = useWidth();
  const columns = Math.max(Math.floor((width + CARD_GAP_PX) / (MIN_CARD_PX + CARD_GAP_PX)), 1);
  const cardWidth = Math.floor((width - CARD_GAP_PX * (columns - 1)) / columns);
  const control = useHistorySearch(tool.filters);
  // Typing stays smooth while a long list renders.
  const search = useDeferredValue(control.search);
  const shown = useMemo(() => filterBatches(batches, search, tool), [batches, search, tool]);
  const client = useQueryClient();
  useHashTarget(width > 0, (id) => loadBatch(client, tool, id));
  const summaries = useMemo(
    () =>
      batches.map((batch) => ({
        id: batch.id,
        title: tool.readTitle(batch).title,
        status: batch.status,
        cancelledAt: batch.cancelledAt,
        ...tool.readProgress(batch),
      })),
    [tool, batches],
  );
  return (
    <>
      <BatchAnnouncer batches={summaries} />
      {(batches.length > 1 || isSearching(search)) && (
        <HistoryToolbar
          batches={batches}
          shown={shown.length}
          filters={tool.filters ?? NO_FILTERS}
          control={control}
        />
      )}
      {batches.length > 0 && shown.length === 0 && (
        <EmptyState title="No batches match" action={<ClearSearch control={control} />}>
          Try other words or filters.
        </EmptyState>
      )}
      <Box
        ref={list}
        sx={{ display: 'grid', alignItems: 'start', gap: `${CARD_GAP_PX}px` }}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {width > 0 &&
          shown.map((batch, index) => (
            <Fragment key={batch.id}>
              {renderCard({ batch, width: cardWidth, isEager: index < EAGER_CARDS, onOpenDialog })}
            </Fragment>
          ))}
      </Box>
      {dialog && dialogBatch && (
        <Fragment key={openCount}>
          {renderDialog({
            dialog,
            isOpen,
            batch: dialogBatch,
            onClose: () => setDialog((before) => ({ ...before, isOpen: false })),
          })}
        </Fragment>
      )}
    </>
  );
}

/** A link may lead to a batch that is new, or that was deleted or has expired. */
async function loadBatch<Batch extends HistoryBatch>(
  client: QueryClient,
  tool: BatchTool<Batch>,
  elementId: string,
): Promise<boolean> {
  try {
    const batches = await client.fetchQuery(tool.batchesQuery);
    if (batches.some(({ id }) => elementId === batchCardId(id))) return true;
    if (elementId.startsWith('batch-'))
      toast('Batch not found', { description: 'It was deleted or has expired.' });
  } catch {
    // The query has shown a toast.
  }
  return false;
}
