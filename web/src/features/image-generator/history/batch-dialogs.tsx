import type { GenerationBatch } from '@portal/contracts/image-generator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { FailuresDialog } from '../../../shared/batches/failures-dialog.tsx';
import { DeleteBatchDialog } from '../../../shared/batches/history-frame.tsx';
import { toast } from '../../../shared/toast/toast-store.ts';
import { TextDialog } from '../../../shared/ui/text-dialog.tsx';
import { useBatchChanges, useRetryBatch } from '../batches-query.ts';
import { BatchImages } from './batch-images.tsx';
import { listSettings } from './list-settings.ts';

export type DialogKind = 'prompt' | 'negative-prompt' | 'settings' | 'images' | 'failures' | 'delete';

export interface OpenDialog {
  kind: DialogKind;
  batchId: string;
  /** The image to begin with. */
  item?: number;
}

interface Props {
  dialog: OpenDialog;
  isOpen: boolean;
  batch: GenerationBatch;
  onClose: () => void;
}

/** All cards share one of each dialog. */
export function BatchDialogs({ dialog, isOpen, batch, onClose }: Props) {
  const { remove } = useBatchChanges();
  const retry = useRetryBatch();
  const shared: Shared = { isOpen, onClose };
  const drawings: Record<DialogKind, () => ReactNode> = {
    prompt: () => <PromptDialog title="Prompt" text={batch.prompt} {...shared} />,
    'negative-prompt': () => (
      <PromptDialog title="Negative prompt" text={batch.negativePrompt ?? ''} {...shared} />
    ),
    settings: () => <SettingsDialog batch={batch} {...shared} />,
    images: () => <BatchImages batch={batch} item={dialog.item} {...shared} />,
    failures: () => (
      <FailuresDialog
        batch={batch}
        onRetry={(includeUncertain) => retry.mutate({ id: batch.id, includeUncertain })}
        {...shared}
      />
    ),
    delete: () => (
      <DeleteBatchDialog
        onDelete={() => {
          focusNeighbour(batch.id);
          remove(batch.id);
        }}
        {...shared}
      />
    ),
  };
  return drawings[dialog.kind]();
}

/** The card that had the focus goes: the next one takes it, once it has gone. */
function focusNeighbour(batchId: string): void {
  const card = document.getElementById(`batch-${batchId}`);
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling;
  requestAnimationFrame(() => neighbour instanceof HTMLElement && neighbour.focus({ preventScroll: true }));
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  toast('Copied');
}

interface Shared {
  isOpen: boolean;
  onClose: () => void;
}

function PromptDialog({ title, text, ...shared }: Shared & { title: string; text: string }) {
  return (
    <TextDialog
      title={title}
      {...shared}
      actions={
        <Button color="inherit" startIcon={<Copy aria-hidden size={15} />} onClick={() => void copy(text)}>
          Copy
        </Button>
      }
    >
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
    </TextDialog>
  );
}

const SettingsDialog = ({ batch, ...shared }: Shared & { batch: GenerationBatch }) => (
  <TextDialog title="Settings" {...shared}>
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(104px, auto) minmax(0, 1fr)',
        columnGap: 4,
        rowGap: 2,
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
      }}
    >
      {listSettings(batch).map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  </TextDialog>
);
