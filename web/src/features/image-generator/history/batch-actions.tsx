import { generatorCalls, type GenerationBatch } from '@portal/contracts/image-generator';
import MenuItem from '@mui/material/MenuItem';
import {
  Copy,
  Ellipsis,
  Images,
  MessageSquareOff,
  MessageSquareText,
  SlidersHorizontal,
  type LucideIcon,
} from 'lucide-react';
import {
  CancelAction,
  DeleteAction,
  DownloadAction,
  RetryAction,
} from '../../../shared/batches/common-actions.tsx';
import type { OpenDialog } from '../../../shared/batches/history.tsx';
import { OrderedActions } from '../../../shared/batches/ordered-actions.tsx';
import { listResults } from '../../../shared/send-to/list-results.ts';
import { SendBatch } from '../../../shared/send-to/send-batch.tsx';
import { ACTION_ITEM, ActionMenu } from '../../../shared/ui/action-menu.tsx';
import { IconAction } from '../../../shared/ui/icon-action.tsx';
import { ShareAction } from '../../../shared/sharing/share-action.tsx';
import { LabeledAction } from '../../../shared/ui/labeled-action.tsx';
import { generator } from '../batches/generator.ts';
import type { DialogKind } from './batch-dialogs.tsx';

interface Props {
  batch: GenerationBatch;
  onOpenDialog: (dialog: OpenDialog<DialogKind>) => void;
  onCopySettings: (batch: GenerationBatch) => void;
}

export function BatchActions({ batch, onOpenDialog, onCopySettings }: Props) {
  const { id, customName, filesDeleted, completedCount } = batch;
  const open = (kind: DialogKind) => onOpenDialog({ kind, batchId: id });
  return (
    <OrderedActions
      cancel={<CancelAction tool={generator} batch={batch} />}
      retry={<RetryAction tool={generator} batch={batch} onShowFailures={() => open('failures')} />}
      view={
        !filesDeleted && (
          <LabeledAction
            label="View images"
            icon={<Images aria-hidden size={16} />}
            onClick={() => open('images')}
          />
        )
      }
      download={<DownloadAction tool={generator} batch={batch} />}
      sendTo={
        <SendBatch
          batchId={id}
          count={filesDeleted ? 0 : completedCount}
          getPictures={() => listResults(generatorCalls, 'image-generator', { id, name: customName })}
        />
      }
      share={<ShareAction tool={generator} batch={batch} />}
      own={
        <>
          <LabeledAction
            label="Copy Settings"
            isSecondary
            icon={<Copy aria-hidden size={16} />}
            onClick={() => onCopySettings(batch)}
          />
          <MoreActions hasNegativePrompt={hasNegativePrompt(batch)} onChoose={open} />
        </>
      }
      remove={<DeleteAction onClick={() => open('delete')} />}
    />
  );
}

const hasNegativePrompt = ({ provider, negativePrompt }: GenerationBatch): boolean =>
  provider === 'stability' && negativePrompt !== undefined && negativePrompt !== '';

interface MoreProps {
  hasNegativePrompt: boolean;
  onChoose: (kind: DialogKind) => void;
}

function MoreActions({ hasNegativePrompt, onChoose }: MoreProps) {
  const items: [DialogKind, string, LucideIcon][] = [
    ['prompt', 'View prompt', MessageSquareText],
    ...(hasNegativePrompt
      ? [
          ['negative-prompt', 'View negative prompt', MessageSquareOff] satisfies [
            DialogKind,
            string,
            LucideIcon,
          ],
        ]
      : []),
    ['settings', 'View settings', SlidersHorizontal],
  ];
  return (
    <ActionMenu
      renderButton={(props) => (
        <IconAction label="More actions" {...props}>
          <Ellipsis size={17} />
        </IconAction>
      )}
    >
      {(close) =>
        items.map(([kind, label, Icon]) => (
          <MenuItem
            key={kind}
            onClick={() => {
              close();
              onChoose(kind);
            }}
            sx={ACTION_ITEM}
          >
            <Icon aria-hidden size={16} />
            {label}
          </MenuItem>
        ))
      }
    </ActionMenu>
  );
}
