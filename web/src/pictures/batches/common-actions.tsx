/** Actions on a batch of any tool. Each renders only when it is available. Those beyond the spec are in the batch's menu. */
import { isActive, makeZipName } from '@portal/contracts/batches';
import { Ban, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { toast } from '../../client/toast/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LabeledAction } from '../../ui/labeled-action.tsx';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';
import { HALF_PRICE_LOSS } from './describe-due.ts';
import { canDownload } from './describe-progress.ts';
import { useArchiveDownload } from '../../client/downloads/use-archive-download.ts';
import { useBatchChanges } from './use-batch-changes.ts';

interface Props<Batch extends HistoryBatch> {
  tool: BatchTool<Batch>;
  batch: Batch;
}

export function CancelAction<Batch extends HistoryBatch>({ tool, batch }: Props<Batch>) {
  const { cancel } = useBatchChanges(tool);
  const [isAsking, setIsAsking] = useState(false);
  if (!isActive(batch.status) || batch.cancelledAt !== null) return undefined;
  return (
    <>
      <LabeledAction
        label="Cancel"
        keepsLabel
        icon={<Ban aria-hidden size={16} />}
        {...(batch.halfPrice && { 'aria-haspopup': 'dialog' })}
        onClick={() => (batch.halfPrice ? setIsAsking(true) : cancel(batch))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel this batch at half price?"
        confirmLabel="Cancel batch"
        onConfirm={() => cancel(batch)}
        onClose={() => setIsAsking(false)}
      >
        {HALF_PRICE_LOSS}
      </ConfirmDialog>
    </>
  );
}

interface DownloadProps<Batch extends HistoryBatch> extends Props<Batch> {
  label?: string;
  /** Default: once an image is finished. */
  isAvailable?: boolean;
  notify?: typeof toast | undefined;
  /** For a ZIP other than the tool's default. */
  path?: string;
}

export function DownloadAction<Batch extends HistoryBatch>({
  tool,
  batch,
  label = 'Download ZIP',
  isAvailable = canDownload(batch, tool.readProgress(batch)),
  notify = tool.notifyDownload,
  path = tool.calls.download.path,
}: DownloadProps<Batch>) {
  const { download, progress } = useArchiveDownload(notify);
  if (!isAvailable) return undefined;
  return (
    <LabeledAction
      label={progress ?? label}
      keepsLabel
      icon={<Download aria-hidden size={16} />}
      loading={progress !== undefined}
      loadingPosition="start"
      onClick={() =>
        download({
          folderLink: batch.folderLink ?? null,
          path: path.replace('{id}', batch.id),
          fileName: makeZipName(tool.readName(batch), tool.zipSuffix),
        })
      }
    />
  );
}

/** `label`: the spec names it differently for each tool. */
export const DeleteAction = ({ label = 'Delete', onClick }: { label?: string; onClick: () => void }) => (
  <LabeledAction
    label={label}
    keepsLabel
    aria-haspopup="dialog"
    icon={<Trash2 aria-hidden size={16} />}
    onClick={onClick}
  />
);
