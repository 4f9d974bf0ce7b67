/** What can be done with a batch of any tool; each is drawn only when it can be done now. */
import { isActive, makeZipName } from '@portal/contracts/batches';
import { Ban, Download, RotateCcw } from 'lucide-react';
import { toast } from '../toast/toast-store.ts';
import { LabelledAction } from '../ui/labelled-action.tsx';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';
import { canDownload } from './describe-progress.ts';
import { useArchiveDownload } from '../downloads/use-archive-download.ts';
import { useBatchChanges } from './use-batch-changes.ts';

interface Props<Batch extends HistoryBatch> {
  tool: BatchTool<Batch>;
  batch: Batch;
}

export function CancelAction<Batch extends HistoryBatch>({ tool, batch }: Props<Batch>) {
  const { cancel } = useBatchChanges(tool);
  if (!isActive(batch.status) || batch.cancelledAt !== null) return undefined;
  return (
    <LabelledAction
      label="Cancel"
      keepsLabel
      icon={<Ban aria-hidden size={16} />}
      onClick={() => {
        cancel(batch.id);
        toast('Batch cancelled', {
          description: 'Images that are made stay; those being made may still arrive.',
        });
      }}
    />
  );
}

interface RetryProps {
  batch: HistoryBatch;
  /** Shows why they failed first. */
  onShowFailures: () => void;
}

export function RetryAction({ batch, onShowFailures }: RetryProps) {
  const { status, retryable } = batch;
  if (isActive(status) || retryable.failed + retryable.uncertain === 0) return undefined;
  return (
    <LabelledAction
      label="Retry failed"
      keepsLabel
      icon={<RotateCcw aria-hidden size={16} />}
      onClick={onShowFailures}
    />
  );
}

interface DownloadProps<Batch extends HistoryBatch> extends Props<Batch> {
  label?: string;
  /** As soon as an image is there, unless the tool says otherwise. */
  isOffered?: boolean;
  tell?: typeof toast | undefined;
  /** Of a ZIP that differs from the tool's own. */
  path?: string;
}

export function DownloadAction<Batch extends HistoryBatch>({
  tool,
  batch,
  label = 'Download ZIP',
  isOffered = canDownload(batch, tool.readProgress(batch)),
  tell = tool.tellOfDownload,
  path = tool.calls.download.path,
}: DownloadProps<Batch>) {
  const { download, progress } = useArchiveDownload(tell);
  if (!isOffered) return undefined;
  return (
    <LabelledAction
      label={progress ?? label}
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
