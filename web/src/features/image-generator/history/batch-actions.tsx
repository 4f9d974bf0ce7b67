import { generatorCalls, type GenerationBatch } from '@portal/contracts/image-generator';
import { Copy, Images } from 'lucide-react';
import { BatchMenu } from '../../../pictures/batch-menu/batch-menu.tsx';
import { CancelAction, DeleteAction, DownloadAction } from '../../../pictures/batches/common-actions.tsx';
import type { OpenDialog } from '../../../pictures/batches/history.tsx';
import { OrderedActions } from '../../../pictures/batches/ordered-actions.tsx';
import { listResults } from '../../../pictures/send-to/list-results.ts';
import { LabeledAction } from '../../../ui/labeled-action.tsx';
import { generator } from '../batches/generator.ts';
import type { DialogKind } from './batch-dialogs.tsx';

interface Props {
  batch: GenerationBatch;
  onOpenDialog: (dialog: OpenDialog<DialogKind>) => void;
  onCopySettings: (batch: GenerationBatch) => void;
}

export function BatchActions({ batch, onOpenDialog, onCopySettings }: Props) {
  const { id, filesDeleted, completedCount } = batch;
  const open = (kind: DialogKind) => onOpenDialog({ kind, batchId: id });
  return (
    <OrderedActions
      cancel={<CancelAction tool={generator} batch={batch} />}
      download={<DownloadAction tool={generator} batch={batch} />}
      own={
        <LabeledAction
          label="Copy Settings"
          keepsLabel
          icon={<Copy aria-hidden size={16} />}
          onClick={() => onCopySettings(batch)}
        />
      }
      view={
        !filesDeleted && (
          <LabeledAction
            label="View images"
            keepsLabel
            icon={<Images aria-hidden size={16} />}
            onClick={() => open('images')}
          />
        )
      }
      remove={<DeleteAction onClick={() => open('delete')} />}
      menu={
        <BatchMenu
          tool={generator}
          batch={batch}
          count={completedCount}
          getPictures={() =>
            listResults(generatorCalls, 'image-generator', { id, name: generator.readTitle(batch).title })
          }
          onShowFailures={() => open('failures')}
          onShowSettings={() => open('settings')}
        />
      }
    />
  );
}
