import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ListTree, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLateCode } from '../../ui/use-late-code.ts';
import { ModeField } from './mode-field.tsx';
import {
  addPrompts,
  changeList,
  countRoom,
  type PromptListChange,
  type PromptListValue,
} from './prompt-list-value.ts';
import { PromptPreview } from './prompt-preview.tsx';
import { LABEL_ACTION, PromptText } from './prompt-text.tsx';
import { StylePicker } from './style-picker.tsx';
import type { PromptListState } from './use-prompt-list.ts';

interface Props {
  value: PromptListValue;
  /** Of `usePromptList`, which the form calls to know the prompts. */
  state: PromptListState;
  onChange: (value: PromptListValue) => void;
  /** Opens the suggestions with it. */
  theme?: string | undefined;
}

const loadDialog = () => import('./studio-prompts-dialog.tsx');
const loadSuggestDialog = () => import('../prompt-suggestions/suggest-dialog.tsx');

/** Prompts of a job: lines and files with wildcards, styles, and each picture's prompt to look at and edit. */
export function PromptListField({ value, state, onChange, theme }: Props) {
  // A change that would replace what was edited by hand.
  const [held, setHeld] = useState<{ change: PromptListChange; isOpen: boolean }>();
  const [isStudioOpen, setIsStudioOpen] = useState(false);
  const [isSuggestOpen, setIsSuggestOpen] = useState(theme !== undefined);
  const code = useLateCode('studio-prompts', loadDialog, { isNeeded: isStudioOpen });
  const suggestCode = useLateCode('suggest-prompts', loadSuggestDialog, { isNeeded: isSuggestOpen });
  const change = (next: PromptListChange) => {
    if (value.edited) setHeld({ change: next, isOpen: true });
    else onChange(changeList(value, next));
  };
  return (
    <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
      <PromptText
        value={value}
        problems={state.problems}
        onChange={change}
        action={
          <Button
            size="small"
            color="inherit"
            startIcon={<Sparkles aria-hidden size={15} />}
            onClick={() => setIsSuggestOpen(true)}
            sx={LABEL_ACTION}
          >
            Suggest prompts
          </Button>
        }
      />
      <ModeField
        value={value}
        onChange={change}
        action={
          <Button
            size="small"
            color="inherit"
            startIcon={<ListTree aria-hidden size={15} />}
            onClick={() => setIsStudioOpen(true)}
            sx={LABEL_ACTION}
          >
            Lists and styles
          </Button>
        }
      />
      <StylePicker chosen={value.styles} onChange={(styles) => change({ styles })} />
      <PromptPreview
        state={state}
        isEdited={value.edited !== null}
        onEdit={(edited) => onChange({ ...value, edited })}
        onReset={() => change({})}
      />
      {suggestCode && (
        <suggestCode.SuggestDialog
          isOpen={isSuggestOpen}
          theme={theme}
          known={state.prompts.map(({ prompt }) => prompt)}
          room={countRoom(value, state.total)}
          onAdd={(prompts) => onChange(addPrompts(value, prompts))}
          onClose={() => setIsSuggestOpen(false)}
        />
      )}
      {code && <code.StudioPromptsDialog isOpen={isStudioOpen} onClose={() => setIsStudioOpen(false)} />}
      <ConfirmDialog
        isOpen={held?.isOpen ?? false}
        title="Replace your changes?"
        confirmLabel="Replace changes"
        onConfirm={() => held && onChange(changeList(value, held.change))}
        onClose={() => setHeld(held && { ...held, isOpen: false })}
      >
        You edited prompts by hand. Changing the list replaces your changes.
      </ConfirmDialog>
    </Box>
  );
}
