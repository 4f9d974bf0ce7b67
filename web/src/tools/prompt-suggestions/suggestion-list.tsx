import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { memo, useCallback, useId, useMemo } from 'react';
import { formatDollars } from '@portal/contracts/dollars';
import { TextArea } from '../keywords/text-area.tsx';
import { useWordFinder, type WordFinder } from '../words/use-word-finder.ts';
import { WordCheck } from '../words/word-check.tsx';
import type { PaidSuggestions, SuggestionRow } from './suggestions-draft.ts';

interface Props {
  paid: PaidSuggestions;
  /** The same function each time. */
  onChange: (change: (rows: readonly SuggestionRow[]) => SuggestionRow[]) => void;
}

/** Suggestions to choose from and to edit. */
export function SuggestionList({ paid, onChange }: Props) {
  const { rows } = paid;
  const find = useWordFinder(true);
  // Rows keep their handler, so that an edit renders only its own row.
  const edit = useCallback(
    (index: number, change: Partial<SuggestionRow>) =>
      onChange((all) => all.map((row, at) => (at === index ? { ...row, ...change } : row))),
    [onChange],
  );
  const isAllChosen = rows.every(({ isChosen }) => isChosen);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Box role="status" sx={{ flex: '1 1 200px', fontSize: '0.8125rem', color: 'text.secondary' }}>
          {describePaid(paid)}
        </Box>
        <Button
          size="small"
          onClick={() => onChange((all) => all.map((row) => ({ ...row, isChosen: !isAllChosen })))}
        >
          {isAllChosen ? 'Clear selection' : 'Select all'}
        </Button>
      </Box>
      <Box component="ul" aria-label="Suggested prompts" sx={LIST}>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows are never moved or removed
          <Row key={index} index={index} row={row} find={find} onEdit={edit} />
        ))}
      </Box>
    </>
  );
}

function describePaid({ rows, requested, leftOut, cost }: PaidSuggestions): string {
  const count = rows.length === requested ? `${rows.length}` : `${rows.length} of ${requested}`;
  return [
    `${count} prompts.`,
    ...(leftOut > 0 ? [`${leftOut} left out: like others, or with words that must not appear.`] : []),
    `Cost ${formatDollars(cost)}.`,
  ].join(' ');
}

interface RowProps {
  index: number;
  row: SuggestionRow;
  find: WordFinder;
  onEdit: (index: number, change: Partial<SuggestionRow>) => void;
}

const Row = memo(function Row({ index, row, find, onEdit }: RowProps) {
  const id = useId();
  const { prompt, difference, isChosen } = row;
  const words = useMemo(() => find(prompt), [find, prompt]);
  const number = index + 1;
  return (
    <Box component="li" data-chosen={isChosen} sx={ROW}>
      <Checkbox
        size="small"
        checked={isChosen}
        onChange={({ target }) => onEdit(index, { isChosen: target.checked })}
        slotProps={{
          input: { 'aria-label': `Add prompt ${number}`, 'aria-describedby': `${id}-difference` },
        }}
        sx={{ mt: 0.5 }}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
        <WordCheck id={`${id}-words`} text={prompt} words={words}>
          <TextArea
            rows={1}
            value={prompt}
            aria-label={`Prompt ${number}`}
            aria-describedby={`${id}-difference ${id}-words`}
            onChange={(text) => onEdit(index, { prompt: text })}
          />
        </WordCheck>
        <Box id={`${id}-difference`} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {difference}
        </Box>
      </Box>
    </Box>
  );
});

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
} as const;
const ROW = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  gap: 1,
  py: 2,
  borderTop: '1px solid',
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
  '&[data-chosen=false] textarea': { color: 'text.secondary' },
} as const;
