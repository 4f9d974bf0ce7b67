import type { StylizerBatch } from '@portal/contracts/stylizer';
import { ExternalLink, Images, Trash2 } from 'lucide-react';
import { CancelAction, DownloadAction, RetryAction } from '../../../shared/batches/common-actions.tsx';
import { makeGalleryPath } from '../../../shared/batches/gallery/gallery-path.ts';
import { IconAction } from '../../../shared/ui/icon-action.tsx';
import { ShareAction } from '../../../shared/sharing/share-action.tsx';
import { LabeledAction } from '../../../shared/ui/labeled-action.tsx';
import { stylizer } from '../batches/stylizer.ts';
import type { DialogKind } from './batch-dialogs.tsx';
import { listViews } from './list-views.ts';

interface Props {
  batch: StylizerBatch;
  onOpenDialog: (kind: DialogKind, item?: number) => void;
}

export function BatchActions({ batch, onOpenDialog }: Props) {
  const { status, filesDeleted } = batch;
  const isFinished = status === 'completed' && !filesDeleted;
  const [styled] = listViews(batch, 'styled');
  const [original] = listViews(batch, 'original');
  return (
    <>
      <CancelAction tool={stylizer} batch={batch} />
      <RetryAction batch={batch} onShowFailures={() => onOpenDialog('failures')} />
      {!filesDeleted && original && (
        <LabeledAction
          label="View Images"
          icon={<Images aria-hidden size={16} />}
          onClick={() =>
            styled ? onOpenDialog('styled', styled.index) : onOpenDialog('original', original.index)
          }
        />
      )}
      <DownloadAction tool={stylizer} batch={batch} label="Download All" isAvailable={isFinished} />
      <ShareAction tool={stylizer} batch={batch} />
      {isFinished && (
        <LabeledAction
          label="Open in new window"
          icon={<ExternalLink aria-hidden size={16} />}
          opens={makeGalleryPath(batch.id)}
        />
      )}
      <IconAction label="Delete Batch" aria-haspopup="dialog" onClick={() => onOpenDialog('delete')}>
        <Trash2 size={16} />
      </IconAction>
    </>
  );
}
