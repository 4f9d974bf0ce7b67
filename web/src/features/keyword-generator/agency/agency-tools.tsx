import type { FileNaming, KeywordBatch } from '@portal/contracts/keyword-generator';
import { STOCK_CATEGORIES } from '@portal/contracts/stock-categories';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Select from '@mui/material/Select';
import { Undo2, WandSparkles } from 'lucide-react';
import { useFileNaming } from '../exports/file-naming.ts';
import { readTexts } from '../results/change-result.ts';
import type { Change } from './suggest-fixes.ts';
import type { useChanges } from './use-bulk-edit.ts';

interface Props {
  batch: KeywordBatch;
  naming: FileNaming;
  mends: readonly Change[];
  changes: ReturnType<typeof useChanges>;
}

/** What can be done for all pictures at once. */
export function AgencyTools({ batch, naming, mends, changes }: Props) {
  const { setNaming } = useFileNaming();
  const { isBusy, canUndo, apply, undo } = changes;
  const completed = batch.results.filter(({ status }) => status === 'completed');
  const without = completed.filter(({ category }) => category === null);
  const setCategory = (category: number) =>
    apply(without.map((result) => ({ index: result.index, texts: { ...readTexts(result), category } })));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 2, mt: 3 }}>
      {mends.length > 0 && (
        <Button
          variant="outlined"
          size="small"
          disabled={isBusy}
          startIcon={<WandSparkles aria-hidden size={15} />}
          onClick={() => apply(mends)}
        >
          {mends.length === 1 ? 'Fix 1 text' : `Fix ${mends.length} texts`}
        </Button>
      )}
      {without.length > 0 && (
        <Select
          native
          value=""
          disabled={isBusy}
          onChange={({ target }) => target.value !== '' && setCategory(Number(target.value))}
          inputProps={{ 'aria-label': 'Category for all without one' }}
          sx={{ maxWidth: '100%', fontSize: '0.875rem', '& select': { py: '6px' } }}
        >
          <option value="">{describeCategoryFor(without.length, completed.length)}</option>
          {STOCK_CATEGORIES.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <FormControlLabel
        label="Short file names, in CSV and ZIP"
        control={
          <Checkbox
            size="small"
            checked={naming === 'short'}
            onChange={(_event, isShort) => setNaming(isShort ? 'short' : 'seo')}
          />
        }
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {canUndo && (
        <Button
          color="inherit"
          size="small"
          disabled={isBusy}
          startIcon={<Undo2 aria-hidden size={15} />}
          onClick={undo}
        >
          Undo
        </Button>
      )}
    </Box>
  );
}

function describeCategoryFor(without: number, total: number): string {
  if (without === total) return 'Category for all';
  return without === 1 ? 'Category for the one without' : `Category for the ${without} without one`;
}
