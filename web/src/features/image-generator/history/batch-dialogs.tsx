import { findPrompt, type GenerationBatch } from '@portal/contracts/image-generator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { BatchImages } from '../../../pictures/gallery/batch-images.tsx';
import { DeleteDialog, RetryDialog } from '../../../pictures/batches/common-dialogs.tsx';
import type { DialogProps } from '../../../pictures/batches/history.tsx';
import { toast } from '../../../client/toast/toast-store.ts';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { generator } from '../batches/generator.ts';
import { listPrompts, listSettings } from './list-settings.ts';

export type DialogKind = 'prompt' | 'negative-prompt' | 'settings' | 'images' | 'failures' | 'delete';

interface Props extends DialogProps<GenerationBatch, DialogKind> {
  onCopySettings: (batch: GenerationBatch, index?: number) => void;
}

export function BatchDialogs({ dialog, isOpen, batch, onClose, onCopySettings }: Props) {
  const shared: Shared = { isOpen, onClose };
  const withBatch = { tool: generator, batch, ...shared };
  const dialogs: Record<DialogKind, () => ReactNode> = {
    prompt: () => (
      <PromptDialog title={batch.prompts ? 'Prompts' : 'Prompt'} text={listPrompts(batch)} {...shared} />
    ),
    'negative-prompt': () => (
      <PromptDialog title="Negative prompt" text={batch.negativePrompt ?? ''} {...shared} />
    ),
    settings: () => <SettingsDialog batch={batch} {...shared} />,
    images: () => (
      <BatchImages
        item={dialog.item}
        describeBatch={describeBatch}
        onUseSettings={({ index }) => {
          onClose();
          onCopySettings(batch, index);
        }}
        {...withBatch}
      />
    ),
    failures: () => <RetryDialog {...withBatch} />,
    delete: () => <DeleteDialog {...withBatch} />,
  };
  return dialogs[dialog.kind]();
}

/** The prompt is shown by itself. */
const describeBatch = (batch: GenerationBatch, index: number) => ({
  prompt: findPrompt(batch, index),
  settings: listSettings(batch).filter(([name]) => name !== 'Prompt' && name !== 'Prompts'),
});

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
