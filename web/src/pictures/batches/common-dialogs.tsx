import type { ComponentProps } from 'react';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';
import { FailuresDialog } from './failures-dialog.tsx';
import { DeleteBatchDialog } from './history-frame.tsx';
import { useBatchChanges, useRetryBatch } from './use-batch-changes.ts';
import { batchCardId } from './batch-path.ts';

interface Props<Batch extends HistoryBatch> {
  tool: BatchTool<Batch>;
  batch: Batch;
  isOpen: boolean;
  onClose: () => void;
}

type RetryProps<Batch extends HistoryBatch> = Props<Batch> &
  Pick<ComponentProps<typeof FailuresDialog>, 'nameItem' | 'content'>;

/** Shows why images failed and offers a retry. */
export function RetryDialog<Batch extends HistoryBatch>({ tool, batch, ...shared }: RetryProps<Batch>) {
  const retry = useRetryBatch(tool);
  return (
    <FailuresDialog
      batch={batch}
      onRetry={(includeUncertain) => retry.mutate({ id: batch.id, includeUncertain })}
      {...shared}
    />
  );
}

export function DeleteDialog<Batch extends HistoryBatch>({ tool, batch, ...shared }: Props<Batch>) {
  const { remove } = useBatchChanges(tool);
  return (
    <DeleteBatchDialog
      onDelete={() => {
        focusNeighbor(batch.id);
        remove(batch.id);
      }}
      {...shared}
    />
  );
}

/** Moves the focus to the next card, or from the last one to the history, since the focused card is about to go. */
function focusNeighbor(batchId: string): void {
  const card = document.getElementById(batchCardId(batchId));
  const neighbor =
    card?.nextElementSibling ?? card?.previousElementSibling ?? card?.closest('section[aria-label=History]');
  requestAnimationFrame(() => neighbor instanceof HTMLElement && neighbor.focus({ preventScroll: true }));
}
