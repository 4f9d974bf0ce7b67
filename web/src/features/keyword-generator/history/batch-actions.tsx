import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { FileWarning, TableOfContents } from 'lucide-react';
import { BatchMenu } from '../../../pictures/batch-menu/batch-menu.tsx';
import { CancelAction, DeleteAction } from '../../../pictures/batches/common-actions.tsx';
import { OrderedActions } from '../../../pictures/batches/ordered-actions.tsx';
import { LabeledAction } from '../../../ui/labeled-action.tsx';
import { useFileNaming } from '../exports/file-naming.ts';
import { KeywordZipAction } from '../exports/keyword-zip-action.tsx';
import { keywords } from '../batches/keywords.ts';
import type { DialogKind } from './batch-dialogs.tsx';
import { canExport } from './can-export.ts';
import { ExportActions } from './export-actions.tsx';
import { listOriginals } from './list-originals.ts';

interface Props {
  batch: KeywordBatch;
  onOpenDialog: (kind: DialogKind) => void;
}

export function BatchActions({ batch, onOpenDialog }: Props) {
  const { failedCount, uncertainCount, completedCount } = batch;
  const { naming } = useFileNaming();
  return (
    <OrderedActions
      cancel={<CancelAction tool={keywords} batch={batch} />}
      download={
        <>
          {failedCount + uncertainCount > 0 && (
            <LabeledAction
              label="View failed items"
              keepsLabel
              aria-haspopup="dialog"
              icon={<FileWarning aria-hidden size={16} />}
              onClick={() => onOpenDialog('failed-items')}
            />
          )}
          <KeywordZipAction batch={batch} naming={naming} />
        </>
      }
      own={canExport(batch) && <ExportActions batch={batch} onOpenDialog={onOpenDialog} />}
      view={
        completedCount > 0 && (
          <LabeledAction
            label="View results"
            keepsLabel
            aria-haspopup="dialog"
            icon={<TableOfContents aria-hidden size={16} />}
            onClick={() => onOpenDialog('results')}
          />
        )
      }
      remove={<DeleteAction onClick={() => onOpenDialog('delete')} />}
      menu={
        <BatchMenu
          tool={keywords}
          batch={batch}
          count={completedCount}
          getPictures={() => listOriginals(batch)}
        />
      }
    />
  );
}
