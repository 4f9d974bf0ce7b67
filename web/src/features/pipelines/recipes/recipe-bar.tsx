import type { Recipe, RecipeSettings } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { BookMarked, BookmarkPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { recipesQuery } from '../../../tools/pipelines/pipelines-query.ts';
import { toast } from '../../../client/toast/toast-store.ts';
import { RecipesDialog } from './recipes-dialog.tsx';
import { SaveRecipeDialog } from './save-recipe-dialog.tsx';

interface Props {
  /** The form's job without its prompts. Undefined while it is incomplete. */
  getSettings: () => RecipeSettings | undefined;
  onUse: (recipe: Recipe) => void;
}

/** Starts the form from a recipe of the studio, and saves it as one. */
export function RecipeBar({ getSettings, onUse }: Props) {
  const { data: recipes } = useQuery(recipesQuery);
  const [isChoosing, setIsChoosing] = useState(false);
  const [saved, setSaved] = useState<{ settings: RecipeSettings; isOpen: boolean }>();
  const [used, setUsed] = useState<string>();
  const apply = (recipe: Recipe) => {
    onUse(recipe);
    setUsed(recipe.id);
    toast(`Recipe “${recipe.name}” is filled in`);
  };
  useLinkedRecipe(recipes, apply);
  const ask = () => {
    const settings = getSettings();
    if (settings) setSaved({ settings, isOpen: true });
    else toast('Complete the models and stages first', { isDestructive: true });
  };
  const isUsed = recipes?.find(({ id }) => id === used);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button
        variant="outlined"
        size="small"
        aria-haspopup="dialog"
        startIcon={<BookMarked aria-hidden size={16} />}
        onClick={() => setIsChoosing(true)}
      >
        Start from a recipe
      </Button>
      <Button
        variant="outlined"
        size="small"
        aria-haspopup="dialog"
        startIcon={<BookmarkPlus aria-hidden size={16} />}
        onClick={ask}
      >
        Save as recipe
      </Button>
      <RecipesDialog isOpen={isChoosing} onUse={apply} onClose={() => setIsChoosing(false)} />
      {saved && (
        <SaveRecipeDialog
          isOpen={saved.isOpen}
          settings={saved.settings}
          initialName={isUsed?.name ?? ''}
          onClose={() => setSaved({ ...saved, isOpen: false })}
        />
      )}
    </Box>
  );
}

/** Fills in the recipe of `?recipe=`, once, and removes it from the address, so that a reload keeps what was changed. */
function useLinkedRecipe(recipes: readonly Recipe[] | undefined, onUse: (recipe: Recipe) => void): void {
  const [params, setParams] = useSearchParams();
  const id = params.get('recipe');
  const use = useRef(onUse);
  useEffect(() => {
    use.current = onUse;
  });
  useEffect(() => {
    if (id === null || recipes === undefined) return;
    const recipe = recipes.find((each) => each.id === id);
    if (recipe) use.current(recipe);
    else toast('This recipe was deleted', { isDestructive: true });
    setParams({}, { replace: true });
  }, [id, recipes, setParams]);
}
