import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useCallback, useMemo, useState, type ReactNode } from 'react';
import { ErrorState } from '../ui/notice-state.tsx';
import { BatchAnnouncer } from './batch-announcer.tsx';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';
import { useChangedBatches } from './change-batches.ts';
import { HistoryFrame } from './history-frame.tsx';
import { LoadingCards } from './loading-cards.tsx';
import { useBatchChanges } from './use-batch-changes.ts';
import { useHashTarget } from './use-hash-target.ts';
import { useWidth } from './use-width.ts';

export interface OpenDialog<Kind> {
  kind: Kind;
  batchId: string;
  /** The image to begin with. */
  item?: number;
}

/** For a card, which is best a memo: these stay the same from one poll to the next. */
export interface CardProps<Batch, Kind> {
  batch: Batch;
  /** Of the card, in pixels. */
  width: number;
  /** Drawn in full although it may be far down the page. */
  isEager: boolean;
  onOpenDialog: (dialog: OpenDialog<Kind>) => void;
}

/** All cards share one of each dialog. */
export interface DialogProps<Batch, Kind> {
  dialog: OpenDialog<Kind>;
  /** Stays drawn when it is closed: it has to leave the screen first. */
  isOpen: boolean;
  batch: Batch;
  onClose: () => void;
}

interface Props<Batch extends HistoryBatch, Kind> {
  tool: BatchTool<Batch>;
  /** What will be here, and how to begin. */
  empty: ReactNode;
  renderCard: (props: CardProps<Batch, Kind>) => ReactNode;
  renderDialog: (props: DialogProps<Batch, Kind>) => ReactNode;
}

/** More than fit on a screen; the rest are drawn when they are scrolled to. */
const EAGER_CARDS = 10;

/** A tool's batches, newest first, with what is shown while there are none. */
export function History<Batch extends HistoryBatch, Kind>(props: Props<Batch, Kind>) {
  const { tool, empty } = props;
  const { data, isPending, isError, refetch } = useQuery(tool.batchesQuery);
  const batches = useChangedBatches<Batch>(tool.batchesQuery.queryKey, data ?? NONE);
  const { clear } = useBatchChanges(tool);
  return (
    <HistoryFrame isEmpty={batches.length === 0} onClear={() => clear(batches)}>
      {isPending && <LoadingCards />}
      {isError && !data && (
        <ErrorState
          title="The history could not be loaded"
          action={
            <Button variant="outlined" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Nothing is lost: batches go on being made. Try again in a moment.
        </ErrorState>
      )}
      {data && batches.length === 0 && empty}
      {data && <LoadedHistory batches={batches} {...props} />}
    </HistoryFrame>
  );
}

const NONE: readonly never[] = [];

interface LoadedProps<Batch extends HistoryBatch, Kind> extends Props<Batch, Kind> {
  batches: readonly Batch[];
}

interface DialogState<Kind> {
  dialog?: OpenDialog<Kind>;
  isOpen: boolean;
  /** How often: each time begins anew. */
  opened: number;
}

function LoadedHistory<Batch extends HistoryBatch, Kind>({
  tool,
  batches,
  renderCard,
  renderDialog,
}: LoadedProps<Batch, Kind>) {
  const [{ dialog, isOpen, opened }, setDialog] = useState<DialogState<Kind>>({ isOpen: false, opened: 0 });
  const onOpenDialog = useCallback(
    (next: OpenDialog<Kind>) =>
      setDialog((before) => ({ dialog: next, isOpen: true, opened: before.opened + 1 })),
    [],
  );
  /** It may be gone by now. */
  const ofDialog = batches.find(({ id }) => id === dialog?.batchId);
  const [width, list] = useWidth();
  useHashTarget(width > 0);
  const news = useMemo(
    () =>
      batches.map((batch) => ({
        id: batch.id,
        name: tool.readName(batch),
        status: batch.status,
        cancelledAt: batch.cancelledAt,
        ...tool.readProgress(batch),
      })),
    [tool, batches],
  );
  return (
    <>
      <BatchAnnouncer batches={news} />
      <Box ref={list} sx={{ display: 'grid', gap: 4 }}>
        {width > 0 &&
          batches.map((batch, index) => (
            <Fragment key={batch.id}>
              {renderCard({ batch, width, isEager: index < EAGER_CARDS, onOpenDialog })}
            </Fragment>
          ))}
      </Box>
      {dialog && ofDialog && (
        <Fragment key={opened}>
          {renderDialog({
            dialog,
            isOpen,
            batch: ofDialog,
            onClose: () => setDialog((before) => ({ ...before, isOpen: false })),
          })}
        </Fragment>
      )}
    </>
  );
}
