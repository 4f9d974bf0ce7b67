/** Actions on a batch of any tool. Each renders only when it is available. */
import { isActive, makeZipName } from '@portal/contracts/batches';
import { HALF_PRICE_SHARE } from '@portal/contracts/half-price';
import { Ban, Download, RotateCcw, Trash2 } from 'lucide-react';
import type { toast } from '../toast/toast-store.ts';
import { formatTotal } from '../ui/dollars.ts';
import { LabeledAction } from '../ui/labeled-action.tsx';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';
import { canDownload } from './describe-progress.ts';
import { useArchiveDownload } from '../downloads/use-archive-download.ts';
import { useBatchChanges, useRetryBatch } from './use-batch-changes.ts';

interface Props<Batch extends HistoryBatch> {
  tool: BatchTool<Batch>;
  batch: Batch;
}

export function CancelAction<Batch extends HistoryBatch>({ tool, batch }: Props<Batch>) {
  const { cancel } = useBatchChanges(tool);
  if (!isActive(batch.status) || batch.cancelledAt !== null) return undefined;
  return (
    <LabeledAction
      label="Cancel"
      keepsLabel
      icon={<Ban aria-hidden size={16} />}
      onClick={() => cancel(batch)}
    />
  );
}

interface RetryProps<Batch extends HistoryBatch> extends Props<Batch> {
  /** Shows the failures, which offer the retry. */
  onShowFailures: () => void;
}

export function RetryAction<Batch extends HistoryBatch>({ tool, batch, onShowFailures }: RetryProps<Batch>) {
  const { status, retryable } = batch;
  if (isActive(status) || retryable.failed + retryable.uncertain === 0) return undefined;
  if (canMakeNow(batch)) return <MakeNowAction tool={tool} batch={batch} />;
  return (
    <LabeledAction
      label="Retry failed"
      keepsLabel
      icon={<RotateCcw aria-hidden size={16} />}
      onClick={onShowFailures}
    />
  );
}

const canMakeNow = ({ halfPrice, status, retryable }: HistoryBatch): boolean =>
  halfPrice !== undefined && !isActive(status) && retryable.failed > 0 && retryable.uncertain === 0;

/** What a provider did not make within its time, at the full price, which the button names. */
export function MakeNowAction<Batch extends HistoryBatch>({ tool, batch }: Props<Batch>) {
  const retry = useRetryBatch(tool);
  const { estimate, retryable } = batch;
  if (!canMakeNow(batch)) return undefined;
  const price = estimate / tool.readProgress(batch).total / HALF_PRICE_SHARE;
  const cost = formatTotal(price * retryable.failed);
  return (
    <LabeledAction
      label={retryable.failed === 1 ? `Make it now for ${cost}` : `Make ${retryable.failed} now for ${cost}`}
      keepsLabel
      icon={<RotateCcw aria-hidden size={16} />}
      loading={retry.isPending}
      loadingPosition="start"
      onClick={() => retry.mutate({ id: batch.id, includeUncertain: false })}
    />
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
    isSecondary
    aria-haspopup="dialog"
    icon={<Trash2 aria-hidden size={16} />}
    onClick={onClick}
  />
);
