import { isActive, makeZipName } from '@portal/contracts/batches';
import { downloadGenerationBatch, type GenerationBatch } from '@portal/contracts/image-generator';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {
  Ban,
  Copy,
  Download,
  Ellipsis,
  Images,
  MessageSquareOff,
  MessageSquareText,
  RotateCcw,
  SlidersHorizontal,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useId, useState } from 'react';
import { canDownload } from '../../../shared/batches/describe-progress.ts';
import { useArchiveDownload } from '../../../shared/batches/use-archive-download.ts';
import { toast } from '../../../shared/toast/toast-store.ts';
import { IconAction } from '../../../shared/ui/icon-action.tsx';
import { LabelledAction } from '../../../shared/ui/labelled-action.tsx';
import { useBatchChanges } from '../batches-query.ts';
import type { DialogKind, OpenDialog } from './batch-dialogs.tsx';

interface Props {
  batch: GenerationBatch;
  onOpenDialog: (dialog: OpenDialog) => void;
  onCopySettings: (batch: GenerationBatch) => void;
}

export function BatchActions({ batch, onOpenDialog, onCopySettings }: Props) {
  const { id, filesDeleted, retryable, completedCount, requestedCount } = batch;
  const { cancel } = useBatchChanges();
  const { download, label, isDownloading } = useArchiveDownload();
  const open = (kind: DialogKind) => onOpenDialog({ kind, batchId: id });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto', mr: -1 }}>
      {isActive(batch.status) && batch.cancelledAt === null && (
        <LabelledAction
          label="Cancel"
          keepsLabel
          icon={<Ban aria-hidden size={16} />}
          onClick={() => {
            cancel(id);
            toast('Batch cancelled', {
              description: 'Images that are made stay; those being made may still arrive.',
            });
          }}
        />
      )}
      {!isActive(batch.status) && retryable.failed + retryable.uncertain > 0 && (
        <LabelledAction
          label="Retry failed"
          keepsLabel
          icon={<RotateCcw aria-hidden size={16} />}
          onClick={() => open('failures')}
        />
      )}
      {!filesDeleted && (
        <LabelledAction
          label="View images"
          icon={<Images aria-hidden size={16} />}
          onClick={() => open('images')}
        />
      )}
      {canDownload(batch, { done: completedCount, total: requestedCount }) && (
        <LabelledAction
          label={label}
          icon={<Download aria-hidden size={16} />}
          loading={isDownloading}
          loadingPosition="start"
          onClick={() =>
            download({
              folderLink: batch.folderLink,
              path: downloadGenerationBatch.path.replace('{id}', id),
              fileName: makeZipName(batch.customName, '_images.zip'),
            })
          }
        />
      )}
      <LabelledAction
        label="Copy Settings"
        icon={<Copy aria-hidden size={16} />}
        onClick={() => onCopySettings(batch)}
      />
      <MoreActions hasNegativePrompt={hasNegativePrompt(batch)} onChoose={open} />
    </Box>
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
  const menuId = useId();
  const makeItem = (kind: DialogKind, label: string, Icon: LucideIcon) => (
    <MenuItem
      onClick={() => {
        setAnchor(undefined);
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
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Ellipsis size={17} />
      </IconAction>
      <Menu
        id={menuId}
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={() => setAnchor(undefined)}
        // Within the page's main landmark, as all content should be.
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
    </>
  );
}
