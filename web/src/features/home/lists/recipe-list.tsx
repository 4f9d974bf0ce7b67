import type { Recipe } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { Link } from 'react-router-dom';
import { describeRecipe } from '../../../tools/pipelines/describe-recipe.ts';
import { JOBS_PATH, makeRecipePath } from '../../../pictures/batches/jobs-path.ts';
import { HomeSection } from './home-section.tsx';
import { LINKED_NAME, LINKED_ROW } from './linked-row.ts';

const MAX_ROWS = 5;

/** Each opens the form of a job, filled in. */
export const RecipeList = ({ recipes }: { recipes: readonly Recipe[] }) => (
  <HomeSection
    title="Start a job"
    end={
      <Box component={Link} to={JOBS_PATH} sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        All jobs
      </Box>
    }
  >
    <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {recipes.slice(0, MAX_ROWS).map((recipe) => (
        <Box key={recipe.id} component="li" sx={LINKED_ROW}>
          <Box sx={{ display: 'grid', minWidth: 0 }}>
            <Box component={Link} to={makeRecipePath(recipe.id)} sx={LINKED_NAME}>
              {recipe.name}
            </Box>
            <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {describeRecipe(recipe)}
            </Box>
          </Box>
        </Box>
      ))}
    </Card>
  </HomeSection>
);
