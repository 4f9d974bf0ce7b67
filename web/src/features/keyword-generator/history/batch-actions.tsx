import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { FileWarning, TableOfContents, Trash2 } from 'lucide-react';
import { CancelAction } from '../../../shared/batches/common-actions.tsx';
import { LabeledAction } from '../../../shared/ui/labeled-action.tsx';
import { useFileNaming } from '../exports/file-naming.ts';
import { KeywordZipAction } from '../exports/keyword-zip-action.tsx';
import { keywords } from '../batches/keywords.ts';
import type { DialogKind } from './batch-dialogs.tsx';
import { canExport } from './can-export.ts';
import { ExportMenu } from './export-menu.tsx';

interface Props {
  batch: KeywordBatch;
  onOpenDialog: (kind: DialogKind) => void;
}

export function BatchActions({ batch, onOpenDialog }: Props) {
  const { failedCount, uncertainCount } = batch;
  const { naming } = useFileNaming();
  return (
    <>
      <CancelAction tool={keywords} batch={batch} />
      {batch.completedCount > 0 && (
        <LabeledAction
          label="View results"
          aria-haspopup="dialog"
          icon={<TableOfContents aria-hidden size={16} />}
          onClick={() => onOpenDialog('results')}
        />
      )}
      {failedCount + uncertainCount > 0 && (
        <LabeledAction
          label="View failed items"
          aria-haspopup="dialog"
          icon={<FileWarning aria-hidden size={16} />}
          onClick={() => onOpenDialog('failed-items')}
        />
      )}
      {canExport(batch) && <ExportMenu batch={batch} onOpenDialog={onOpenDialog} />}
      <KeywordZipAction batch={batch} naming={naming} />
      <LabeledAction
        label="Delete"
        aria-haspopup="dialog"
        icon={<Trash2 aria-hidden size={16} />}
        onClick={() => onOpenDialog('delete')}
      />
    </>
  );
}
