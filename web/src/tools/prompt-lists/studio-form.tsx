import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiFailure, describeFailure } from '../../client/api/api-failure.ts';
import { toast } from '../../client/toast/toast-store.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { countOf } from '../../ui/count.ts';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import {
  deleteStudioText,
  findTextProblem,
  saveStudioText,
  toEntries,
  type StudioKind,
  type StudioText,
} from './studio-text.ts';

interface Props {
  kind: StudioKind;
  loaded: StudioText;
  onDirty: (isDirty: boolean) => void;
  onSaved: (name: string) => void;
  onDeleted: () => void;
  /** Discards what was typed. */
  onReload: () => Promise<void>;
}

export function StudioForm({ kind, loaded, onDirty, onSaved, onDeleted, onReload }: Props) {
  const id = useId();
  const client = useQueryClient();
  // What was loaded or saved last.
  const [base, setBase] = useState(loaded);
  const [draft, setDraft] = useState({ name: loaded.name, text: loaded.text });
  const [isChecked, setIsChecked] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const problem = isChecked ? findTextProblem(kind, draft) : undefined;
  const isDirty = draft.name !== base.name || draft.text !== base.text;

  const change = (next: Partial<typeof draft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    onDirty(changed.name !== base.name || changed.text !== base.text);
  };
  const save = useMutation({
    mutationFn: () => saveStudioText(client, kind, { ...base, ...draft }),
    onSuccess: (saved) => {
      toast(`Saved ${saved.name}`);
      setBase(saved);
      setDraft({ name: saved.name, text: saved.text });
      onSaved(saved.name);
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      const { name, version } = base;
      if (version !== null) await deleteStudioText(client, kind, { name, version });
    },
    onSuccess: () => {
      toast(`Deleted ${base.name}`);
      onDeleted();
    },
  });
  const failure = save.error ?? remove.error;
  const isConflict = failure instanceof ApiFailure && failure.status === 409 && base.version !== null;
  const submit = () => {
    setIsChecked(true);
    if (!findTextProblem(kind, draft)) save.mutate();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React's events leave the dialog: the form that the field is in would be submitted too.
        event.stopPropagation();
        submit();
      }}
      sx={{ display: 'grid', gap: 4, minWidth: 0 }}
    >
      <FieldFrame
        id={`${id}-name`}
        label="Name"
        htmlFor={`${id}-name-input`}
        error={problem?.field === 'name' ? problem.message : undefined}
        hint={base.version === null && kind === 'list' ? 'As in __color__: a-z, 0-9 and -.' : undefined}
      >
        <OutlinedInput
          fullWidth
          size="small"
          value={draft.name}
          disabled={base.version !== null}
          autoFocus={base.version === null}
          error={problem?.field === 'name'}
          onChange={({ target }) => change({ name: target.value.toLowerCase() })}
          slotProps={{ input: { id: `${id}-name-input`, 'aria-describedby': `${id}-name-message` } }}
        />
      </FieldFrame>
      <FieldFrame
        id={`${id}-text`}
        label={kind === 'list' ? 'Entries' : 'Text'}
        htmlFor={`${id}-text-input`}
        end={kind === 'list' ? countOf(toEntries(draft.text).length, 'entry', 'entries') : undefined}
        error={problem?.field === 'text' ? problem.message : undefined}
        hint={HINTS[kind]}
      >
        <OutlinedInput
          multiline
          fullWidth
          size="small"
          // As in prompt-text.tsx.
          inputComponent="textarea"
          rows={kind === 'list' ? 14 : 5}
          placeholder={PLACEHOLDERS[kind]}
          value={draft.text}
          error={problem?.field === 'text'}
          onChange={({ target }) => change({ text: target.value })}
          slotProps={{ input: { id: `${id}-text-input`, 'aria-describedby': `${id}-text-message` } }}
          sx={{ p: '9px 12px', lineHeight: 1.5 }}
        />
      </FieldFrame>
      {failure && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
          {describe(failure)}{' '}
          {isConflict && (
            <Button size="small" onClick={() => void onReload()} sx={{ minHeight: 24, py: 0, px: 1 }}>
              Discard mine and load theirs
            </Button>
          )}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <LoadingButton type="submit" variant="contained" disabled={!isDirty} loading={save.isPending}>
          Save
        </LoadingButton>
        {base.version !== null && (
          <LoadingButton color="error" loading={remove.isPending} onClick={() => setIsDeleting(true)}>
            Delete
          </LoadingButton>
        )}
        {base.editedAt !== undefined && (
          <Box sx={{ ml: 'auto', fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            Edited by {base.editedBy} <RelativeTime value={base.editedAt} />
          </Box>
        )}
      </Box>
      <ConfirmDialog
        isOpen={isDeleting}
        title={`Delete ${base.name}?`}
        confirmLabel="Delete"
        onConfirm={() => remove.mutate()}
        onClose={() => setIsDeleting(false)}
      >
        It is deleted for the whole studio. Prompts that use it cannot be started. This action cannot be
        undone.
      </ConfirmDialog>
    </Box>
  );
}

const describe = (failure: Error): string =>
  (failure instanceof ApiFailure && failure.status < 500 ? failure.reason : undefined) ??
  describeFailure(failure);

const HINTS: Record<StudioKind, string> = {
  list: 'One entry per line. Entries may have {a|b}, other lists and weights such as 2::red. Lines with # are comments.',
  style: 'The prompt takes the place of {prompt}. Without {prompt}, the text follows the prompt.',
};
const PLACEHOLDERS: Record<StudioKind, string> = {
  list: 'red\nforest green\n{sky|navy} blue',
  style: 'film noir, {prompt}, high contrast',
};
