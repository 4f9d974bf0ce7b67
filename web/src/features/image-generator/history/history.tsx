import type { GenerationBatch } from '@portal/contracts/image-generator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { BatchAnnouncer } from '../../../shared/batches/batch-announcer.tsx';
import { useChangedBatches } from '../../../shared/batches/change-batches.ts';
import { HistoryFrame } from '../../../shared/batches/history-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/notice-state.tsx';
import { generationBatchesQuery, useBatchChanges } from '../batches-query.ts';
import { BatchCard } from './batch-card.tsx';
import { BatchDialogs, type OpenDialog } from './batch-dialogs.tsx';
import { LoadingCards } from './loading-cards.tsx';
import { useHashTarget } from './use-hash-target.ts';
import { useWidth } from './use-width.ts';

interface Props {
  onCopySettings: (batch: GenerationBatch) => void;
}

interface DialogState {
  /** Stays when it is closed: it has to leave the screen first. */
  dialog?: OpenDialog;
  isOpen: boolean;
  /** How often: each time begins anew. */
  opened: number;
}

/** More than fit on a screen; the rest are drawn when they are scrolled to. */
const EAGER_CARDS = 10;
const NONE: readonly GenerationBatch[] = [];

export function History({ onCopySettings }: Props) {
  const { data, isPending, isError, refetch } = useQuery(generationBatchesQuery);
  const batches = useChangedBatches(generationBatchesQuery.queryKey, data ?? NONE);
  const { clear } = useBatchChanges();
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
      {data && batches.length === 0 && (
        <EmptyState title="No batch history yet">
          Write a prompt, choose how many, and generate: each batch appears here, image by image.
        </EmptyState>
      )}
      {data && <LoadedHistory batches={batches} onCopySettings={onCopySettings} />}
    </HistoryFrame>
  );
}

function LoadedHistory({ batches, onCopySettings }: Props & { batches: readonly GenerationBatch[] }) {
  const [{ dialog, isOpen, opened }, setDialog] = useState<DialogState>({ isOpen: false, opened: 0 });
  const openDialog = useCallback(
    (next: OpenDialog) => setDialog((before) => ({ dialog: next, isOpen: true, opened: before.opened + 1 })),
    [],
  );
  /** It may be gone by now. */
  const ofDialog = batches.find(({ id }) => id === dialog?.batchId);
  const [width, list] = useWidth();
  useHashTarget(width > 0);
  const news = useMemo(
    () =>
      batches.map(({ id, customName, status, completedCount, requestedCount }) => ({
        id,
        name: customName,
        status,
        done: completedCount,
        total: requestedCount,
      })),
    [batches],
  );
  return (
    <>
      <BatchAnnouncer batches={news} />
      <Box ref={list} sx={{ display: 'grid', gap: 4 }}>
        {width > 0 &&
          batches.map((batch, index) => (
            <BatchCard
              key={batch.id}
              batch={batch}
              width={width}
              isEager={index < EAGER_CARDS}
              onOpenDialog={openDialog}
              onCopySettings={onCopySettings}
            />
          ))}
      </Box>
      {dialog && ofDialog && (
        <BatchDialogs
          key={opened}
          dialog={dialog}
          isOpen={isOpen}
          batch={ofDialog}
          onClose={() => setDialog((before) => ({ ...before, isOpen: false }))}
        />
      )}
    </>
  );
}
