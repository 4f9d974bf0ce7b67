import { stylizerCalls, type StylizerBatch } from '@portal/contracts/stylizer';
import { ExternalLink, Images } from 'lucide-react';
import { BatchMenu } from '../../../pictures/batch-menu/batch-menu.tsx';
import { CancelAction, DeleteAction, DownloadAction } from '../../../pictures/batches/common-actions.tsx';
import { makeGalleryPath } from '../../../pictures/gallery/gallery-path.ts';
import { OrderedActions } from '../../../pictures/batches/ordered-actions.tsx';
import { listResults } from '../../../pictures/send-to/list-results.ts';
import { LabeledAction } from '../../../ui/labeled-action.tsx';
import { stylizer } from '../batches/stylizer.ts';
import type { DialogKind } from './batch-dialogs.tsx';
import { findFirstStyled, listOriginals } from './list-originals.ts';

interface Props {
  batch: StylizerBatch;
  onOpenDialog: (kind: DialogKind, item?: number) => void;
}

export function BatchActions({ batch, onOpenDialog }: Props) {
  const { id, status, filesDeleted, completedCount } = batch;
  const isFinished = status === 'completed' && !filesDeleted;
  const styled = findFirstStyled(batch);
  const [original] = listOriginals(batch);
  return (
    <OrderedActions
      cancel={<CancelAction tool={stylizer} batch={batch} />}
      download={
        <DownloadAction tool={stylizer} batch={batch} label="Download All" isAvailable={isFinished} />
      }
      own={
        isFinished && (
          <LabeledAction
            label="New window"
            keepsLabel
            icon={<ExternalLink aria-hidden size={16} />}
            opens={makeGalleryPath(id)}
          />
        )
      }
      view={
        !filesDeleted &&
        original && (
          <LabeledAction
            label="View Images"
            keepsLabel
            icon={<Images aria-hidden size={16} />}
            onClick={() =>
              styled === undefined ? onOpenDialog('original', original.index) : onOpenDialog('styled', styled)
            }
          />
        )
      }
      remove={<DeleteAction label="Delete Batch" onClick={() => onOpenDialog('delete')} />}
      menu={
        <BatchMenu
          tool={stylizer}
          batch={batch}
          count={completedCount}
          getPictures={() => listResults(stylizerCalls, 'stylizer', batch)}
          onShowFailures={() => onOpenDialog('failures')}
        />
      }
    />
  );
}
