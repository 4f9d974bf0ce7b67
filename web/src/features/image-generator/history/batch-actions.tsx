import type { GenerationBatch } from '@portal/contracts/image-generator';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {
  Copy,
  Ellipsis,
  Images,
  MessageSquareOff,
  MessageSquareText,
  SlidersHorizontal,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useId, useState } from 'react';
import { CancelAction, DownloadAction, RetryAction } from '../../../shared/batches/common-actions.tsx';
import type { OpenDialog } from '../../../shared/batches/history.tsx';
import { IconAction } from '../../../shared/ui/icon-action.tsx';
import { ShareAction } from '../../../shared/sharing/share-action.tsx';
import { LabeledAction } from '../../../shared/ui/labeled-action.tsx';
import { useBackToClose } from '../../../shared/ui/use-back-to-close.ts';
import { generator } from '../batches/generator.ts';
import type { DialogKind } from './batch-dialogs.tsx';

interface Props {
  batch: GenerationBatch;
  onOpenDialog: (dialog: OpenDialog<DialogKind>) => void;
  onCopySettings: (batch: GenerationBatch) => void;
}

export function BatchActions({ batch, onOpenDialog, onCopySettings }: Props) {
  const open = (kind: DialogKind) => onOpenDialog({ kind, batchId: batch.id });
  return (
    <>
      <CancelAction tool={generator} batch={batch} />
      <RetryAction batch={batch} onShowFailures={() => open('failures')} />
      {!batch.filesDeleted && (
        <LabeledAction
          label="View images"
          icon={<Images aria-hidden size={16} />}
          onClick={() => open('images')}
        />
      )}
      <DownloadAction tool={generator} batch={batch} />
      <ShareAction tool={generator} batch={batch} />
      <LabeledAction
        label="Copy Settings"
        icon={<Copy aria-hidden size={16} />}
        onClick={() => onCopySettings(batch)}
      />
      <MoreActions hasNegativePrompt={hasNegativePrompt(batch)} onChoose={open} />
    </>
  );
}

const hasNegativePrompt = ({ provider, negativePrompt }: GenerationBatch): boolean =>
  provider === 'stability' && negativePrompt !== undefined && negativePrompt !== '';

interface MoreProps {
  hasNegativePrompt: boolean;
  onChoose: (kind: DialogKind) => void;
}

function MoreActions({ hasNegativePrompt, onChoose }: MoreProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [wasOpened, setWasOpened] = useState(false);
  const menuId = useId();
  const close = () => setAnchor(undefined);
  useBackToClose(anchor !== undefined, close);
  const makeItem = (kind: DialogKind, label: string, Icon: LucideIcon) => (
    <MenuItem
      onClick={() => {
        close();
        onChoose(kind);
      }}
      sx={{
        gap: 3,
        fontSize: '0.875rem',
        color: kind === 'delete' ? 'error.main' : 'text.primary',
        '&.Mui-focusVisible': { outlineOffset: '-2px' },
      }}
    >
      <Icon aria-hidden size={16} />
      {label}
    </MenuItem>
  );
  return (
    <>
      <IconAction
        label="More actions"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        {...(anchor && { 'aria-controls': menuId })}
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
          setWasOpened(true);
        }}
      >
        <Ellipsis size={17} />
      </IconAction>
      {wasOpened && (
        <Menu
          id={menuId}
          open={anchor !== undefined}
          anchorEl={anchor ?? null}
          onClose={close}
          // Keeps the menu inside the main landmark, for screen readers.
          container={() => anchor?.closest('main') ?? document.body}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        >
          {makeItem('prompt', 'View prompt', MessageSquareText)}
          {hasNegativePrompt && makeItem('negative-prompt', 'View negative prompt', MessageSquareOff)}
          {makeItem('settings', 'View settings', SlidersHorizontal)}
          <Divider />
          {makeItem('delete', 'Delete', Trash2)}
        </Menu>
      )}
    </>
  );
}
