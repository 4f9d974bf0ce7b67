import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/notice-state.tsx';
import { Segments } from '../../ui/segments.tsx';
import { WideDialog } from '../../ui/wide-dialog.tsx';
import { StudioEditor } from './studio-editor.tsx';
import { StudioNames } from './studio-names.tsx';
import type { StudioKind } from './studio-text.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

const KINDS = [
  { value: 'list', label: 'Lists' },
  { value: 'style', label: 'Styles' },
];
const HELP: Record<StudioKind, string> = {
  list: 'A list such as “color” fills in __color__ with one of its entries. The whole studio shares it.',
  style: 'A style such as “film noir, {prompt}” is put around each prompt. The whole studio shares it.',
};

interface Selected {
  /** Null for a new one. */
  name: string | null;
}

/** Creates, edits and deletes what the studio shares for prompts. */
export function StudioPromptsDialog({ isOpen, onClose }: Props) {
  const id = useId();
  const [kind, setKind] = useState<StudioKind>('list');
  const [selected, setSelected] = useState<Selected>();
  const [isDirty, setIsDirty] = useState(false);
  // What to do once the person agrees to lose unsaved changes.
  const [leaving, setLeaving] = useState<{ go: () => void; isOpen: boolean }>();
  const leave = (go: () => void) => (isDirty ? setLeaving({ go, isOpen: true }) : go());
  const select = (next: Selected | undefined) => {
    setIsDirty(false);
    setSelected(next);
  };
  return (
    <WideDialog
      isOpen={isOpen}
      title="Lists and styles"
      onClose={() =>
        leave(() => {
          select(undefined);
          onClose();
        })
      }
      tools={
        <Box sx={{ display: 'grid', gap: 2, px: 6, pb: 4 }}>
          <Box sx={{ maxWidth: 280 }}>
            <span id={`${id}-label`} hidden>
              Show
            </span>
            <Segments
              id={id}
              name={`${id}-kind`}
              segments={KINDS}
              value={kind}
              onChoose={(next) =>
                leave(() => {
                  select(undefined);
                  setKind(next === 'style' ? 'style' : 'list');
                })
              }
            />
          </Box>
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{HELP[kind]}</Box>
        </Box>
      }
    >
      <Box sx={COLUMNS}>
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          <Button
            variant="outlined"
            startIcon={<Plus aria-hidden size={15} />}
            onClick={() => leave(() => select({ name: null }))}
          >
            {kind === 'list' ? 'Create a list' : 'Create a style'}
          </Button>
          <StudioNames
            kind={kind}
            selected={selected?.name ?? undefined}
            onSelect={(name) => leave(() => select({ name }))}
          />
        </Box>
        {selected ? (
          <StudioEditor
            key={`${kind} ${selected.name}`}
            kind={kind}
            name={selected.name}
            onDirty={setIsDirty}
            onSaved={(name) => select({ name })}
            onDeleted={() => select(undefined)}
          />
        ) : (
          <EmptyState title={kind === 'list' ? 'No list selected' : 'No style selected'}>
            Select one to edit it, or create another.
          </EmptyState>
        )}
      </Box>
      <ConfirmDialog
        isOpen={leaving?.isOpen ?? false}
        title="Discard changes?"
        confirmLabel="Discard changes"
        onConfirm={() => leaving?.go()}
        onClose={() => setLeaving(leaving && { ...leaving, isOpen: false })}
      >
        What you have changed is not saved.
      </ConfirmDialog>
    </WideDialog>
  );
}

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '240px minmax(0, 1fr)' },
  gap: 6,
  alignItems: 'start',
} as const;
