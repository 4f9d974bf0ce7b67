import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { FileWarning, TableOfContents } from 'lucide-react';
import { CancelAction, DeleteAction, MakeNowAction } from '../../../shared/batches/common-actions.tsx';
import { OrderedActions } from '../../../shared/batches/ordered-actions.tsx';
import { SendBatch } from '../../../shared/send-to/send-batch.tsx';
import { ShareAction } from '../../../shared/sharing/share-action.tsx';
import { LabeledAction } from '../../../shared/ui/labeled-action.tsx';
import { useFileNaming } from '../exports/file-naming.ts';
import { KeywordZipAction } from '../exports/keyword-zip-action.tsx';
import { keywords } from '../batches/keywords.ts';
import type { DialogKind } from './batch-dialogs.tsx';
import { canExport } from './can-export.ts';
import { ExportMenu } from './export-menu.tsx';
import { listOriginals } from './list-originals.ts';

interface Props {
  batch: KeywordBatch;
  onOpenDialog: (kind: DialogKind) => void;
}

export function BatchActions({ batch, onOpenDialog }: Props) {
  const { id, failedCount, uncertainCount, completedCount, filesDeleted } = batch;
  const { naming } = useFileNaming();
  return (
    <OrderedActions
      cancel={<CancelAction tool={keywords} batch={batch} />}
      retry={
        failedCount + uncertainCount > 0 && (
          <>
            <MakeNowAction tool={keywords} batch={batch} />
            <LabeledAction
              label="View failed items"
              aria-haspopup="dialog"
              icon={<FileWarning aria-hidden size={16} />}
              onClick={() => onOpenDialog('failed-items')}
            />
          </>
        )
      }
      view={
        completedCount > 0 && (
          <LabeledAction
            label="View results"
            aria-haspopup="dialog"
            icon={<TableOfContents aria-hidden size={16} />}
            onClick={() => onOpenDialog('results')}
          />
        )
      }
      download={<KeywordZipAction batch={batch} naming={naming} />}
      sendTo={
        <SendBatch
          batchId={id}
          count={filesDeleted ? 0 : completedCount}
          getPictures={() => listOriginals(batch)}
        />
      }
      share={<ShareAction tool={keywords} batch={batch} />}
      own={canExport(batch) && <ExportMenu batch={batch} onOpenDialog={onOpenDialog} />}
      remove={<DeleteAction onClick={() => onOpenDialog('delete')} />}
    />
  );
}
