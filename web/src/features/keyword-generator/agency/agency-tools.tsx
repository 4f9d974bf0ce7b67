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
import type { TextChange } from './suggest-fixes.ts';
import type { useBulkEdit } from './use-bulk-edit.ts';

interface Props {
  batch: KeywordBatch;
  naming: FileNaming;
  fixes: readonly TextChange[];
  bulkEdit: ReturnType<typeof useBulkEdit>;
}

/** Bulk edits of a batch. */
export function AgencyTools({ batch, naming, fixes, bulkEdit }: Props) {
  const { setNaming } = useFileNaming();
  const { isBusy, canUndo, apply, undo } = bulkEdit;
  const completed = batch.results.filter(({ status }) => status === 'completed');
  const uncategorized = completed.filter(({ category }) => category === null);
  const setCategory = (category: number) =>
    apply(
      uncategorized.map((result) => ({ index: result.index, texts: { ...readTexts(result), category } })),
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 2, mt: 3 }}>
      {fixes.length > 0 && (
        <Button
          variant="outlined"
          size="small"
          disabled={isBusy}
          startIcon={<WandSparkles aria-hidden size={15} />}
          onClick={() => apply(fixes)}
        >
          {fixes.length === 1 ? 'Fix 1 image' : `Fix ${fixes.length} images`}
        </Button>
      )}
      {uncategorized.length > 0 && (
        <Select
          native
          value=""
          disabled={isBusy}
          onChange={({ target }) => target.value !== '' && setCategory(Number(target.value))}
          inputProps={{ 'aria-label': 'Set missing categories' }}
          sx={{ maxWidth: '100%', fontSize: '0.875rem', '& select': { py: '6px' } }}
        >
          <option value="">{labelCategorySelect(uncategorized.length, completed.length)}</option>
          {STOCK_CATEGORIES.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <FormControlLabel
        label="Short file names in CSV and ZIP"
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

function labelCategorySelect(missing: number, total: number): string {
  if (missing === total) return 'Set category for all';
  return missing === 1 ? 'Set missing category' : `Set ${missing} missing categories`;
}
