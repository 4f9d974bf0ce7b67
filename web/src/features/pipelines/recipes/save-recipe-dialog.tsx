import { MAX_NAME_LENGTH } from '@portal/contracts/batches';
import { saveRecipe, type RecipeSettings } from '@portal/contracts/pipelines';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '../../../client/api/api-failure.ts';
import { call } from '../../../client/api/client.ts';
import { recipesQuery } from '../../../tools/pipelines/pipelines-query.ts';
import { toast, toastFailure } from '../../../client/toast/toast-store.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { describeRecipe } from '../../../tools/pipelines/describe-recipe.ts';

interface Props {
  isOpen: boolean;
  settings: RecipeSettings;
  /** Of the recipe that the form started from. */
  initialName: string;
  onClose: () => void;
}

/** Saves a job without its prompts for the whole studio. The name of another recipe replaces that one. */
export function SaveRecipeDialog({ isOpen, settings, initialName, onClose }: Props) {
  const [typed, setTyped] = useState<string>();
  const name = typed ?? initialName;
  const { data: recipes = [] } = useQuery({ ...recipesQuery, enabled: isOpen });
  const client = useQueryClient();
  const trimmed = name.trim();
  const replaced = recipes.find((recipe) => recipe.name.toLowerCase() === trimmed.toLowerCase());
  const save = useMutation({
    mutationFn: (recipe: { id: string; name: string }) =>
      call(saveRecipe, { params: { id: recipe.id }, body: { ...settings, name: recipe.name } }),
    onSuccess: (recipe) => toast(`Recipe “${recipe.name}” saved`),
    onError: (error) => {
      if (isRefusal(error) && error.reason !== undefined)
        toast('The recipe was not saved', { description: error.reason, isDestructive: true });
      else toastFailure();
    },
    onSettled: () => client.invalidateQueries({ queryKey: recipesQuery.queryKey }),
  });
  const close = () => {
    setTyped(undefined);
    onClose();
  };
  // The name is passed on: the dialog may forget it before the request is sent.
  const send = () => save.mutate({ id: replaced?.id ?? crypto.randomUUID(), name: trimmed });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDestructive={false}
      title="Save as recipe"
      confirmLabel={replaced ? 'Replace recipe' : 'Save recipe'}
      canConfirm={trimmed !== ''}
      onConfirm={send}
      onClose={close}
      field={
        <TextField
          autoFocus
          fullWidth
          label="Name"
          value={name}
          helperText={
            replaced ? `Replaces “${replaced.name}”, saved by ${replaced.savedBy}, for everyone.` : ' '
          }
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => {
            if (key !== 'Enter' || trimmed === '') return;
            send();
            close();
          }}
          sx={{ mt: 4 }}
        />
      }
    >
      {describeRecipe(settings)}, without its prompts. Everyone in the studio can start jobs with it.
    </ConfirmDialog>
  );
}
