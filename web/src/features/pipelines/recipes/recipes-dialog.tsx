import { deleteRecipe, type Recipe } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../client/api/client.ts';
import { useLoadError } from '../../../client/api/use-load-error.ts';
import { recipesQuery } from '../../../tools/pipelines/pipelines-query.ts';
import { toast, toastFailure } from '../../../client/toast/toast-store.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconAction } from '../../../ui/icon-action.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { EmptyState } from '../../../ui/notice-state.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { describeRecipe } from '../../../tools/pipelines/describe-recipe.ts';

interface Props {
  isOpen: boolean;
  onUse: (recipe: Recipe) => void;
  onClose: () => void;
}

/** The studio's recipes: to start from one, or to delete it for everyone. */
export function RecipesDialog({ isOpen, onUse, onClose }: Props) {
  const recipes = useQuery({ ...recipesQuery, enabled: isOpen });
  const loadError = useLoadError(recipes);
  const [deleted, setDeleted] = useState<{ recipe: Recipe; isOpen: boolean }>();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: Recipe) => call(deleteRecipe, { params: { id } }),
    onSuccess: (_answer, { name }) => toast(`Recipe “${name}” deleted`),
    onError: toastFailure,
    onSettled: () => client.invalidateQueries({ queryKey: recipesQuery.queryKey }),
  });
  return (
    <>
      <TextDialog isOpen={isOpen} title="Start from a recipe" onClose={onClose}>
        {recipes.isPending && !loadError && (
          <Loading label="Loading recipes" sx={{ display: 'grid', gap: 2 }}>
            <Skeleton variant="rounded" height={56} />
            <Skeleton variant="rounded" height={56} />
          </Loading>
        )}
        {loadError && (
          <LoadFailure
            title="The recipes could not be loaded"
            error={loadError}
            onTryAgain={() => void recipes.refetch()}
          />
        )}
        {recipes.data?.length === 0 && (
          <EmptyState title="No recipes yet">
            A recipe is a job without its prompts. Fill in the form and choose Save as recipe.
          </EmptyState>
        )}
        <Box component="ul" aria-label="Recipes" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {recipes.data?.map((recipe) => (
            <Box component="li" key={recipe.id} sx={ROW}>
              <Box sx={{ minWidth: 0, flexGrow: 1 }}>
                <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{recipe.name}</Box>
                <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {describeRecipe(recipe)}
                  <br />
                  {recipe.savedBy} · <RelativeTime value={recipe.savedAt} />
                </Box>
              </Box>
              <Button
                variant="outlined"
                size="small"
                aria-label={`Use ${recipe.name}`}
                onClick={() => {
                  onUse(recipe);
                  onClose();
                }}
              >
                Use
              </Button>
              <IconAction
                label={`Delete ${recipe.name}`}
                onClick={() => setDeleted({ recipe, isOpen: true })}
              >
                <Trash2 size={16} />
              </IconAction>
            </Box>
          ))}
        </Box>
      </TextDialog>
      {deleted && (
        <ConfirmDialog
          isOpen={deleted.isOpen}
          title={`Delete “${deleted.recipe.name}”?`}
          confirmLabel="Delete recipe"
          onConfirm={() => remove.mutate(deleted.recipe)}
          onClose={() => setDeleted({ ...deleted, isOpen: false })}
        >
          It is deleted for everyone in the studio. Jobs that were started with it stay.
        </ConfirmDialog>
      )}
    </>
  );
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  py: 3,
  '& + &': { borderTop: '1px solid', borderColor: 'divider' },
} as const;
