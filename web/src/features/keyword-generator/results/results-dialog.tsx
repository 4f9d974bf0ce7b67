import { isActive } from '@portal/contracts/batches';
import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../ui/notice-state.tsx';
import { WideDialog } from '../../../ui/wide-dialog.tsx';
import { matchesSearch } from './describe-texts.ts';
import { makeRowId, ResultRow } from './result-row.tsx';

interface Props {
  batch: KeywordBatch;
  /** The image to scroll to first. */
  item: number | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows, searches, copies and edits the texts of a batch. */
export function ResultsDialog({ batch, item, isOpen, onClose }: Props) {
  const [search, setSearch] = useState('');
  const results = batch.results.filter(
    ({ status }) => isActive(batch.status) || status === 'completed' || status === 'failed',
  );
  const matches = new Set(
    results.filter((result) => matchesSearch(result, search)).map(({ index }) => index),
  );
  const failures = new Map(batch.failures.map((failure) => [failure.index, failure]));
  return (
    <WideDialog
      isOpen={isOpen}
      title={`Results for ${batch.name}`}
      onClose={onClose}
      tools={<SearchBar search={search} found={matches.size} total={results.length} onSearch={setSearch} />}
    >
      {matches.size === 0 && (
        <EmptyState title="No results">No title, description, keyword or file name matches.</EmptyState>
      )}
      <Box component="ul" aria-label="Results" sx={LIST}>
        {results.map((result) => (
          <ResultRow
            key={result.index}
            batchId={batch.id}
            result={result}
            filesDeleted={batch.filesDeleted}
            failure={failures.get(result.index)}
            isHidden={!matches.has(result.index)}
          />
        ))}
      </Box>
      {item !== undefined && <ScrollTo id={makeRowId(batch.id, item)} />}
    </WideDialog>
  );
}

/** Scrolls once the rows have rendered. */
function ScrollTo({ id }: { id: string }) {
  // The braces matter: in new browsers it returns a promise, which is no cleanup.
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }, [id]);
  return null;
}

interface SearchProps {
  search: string;
  found: number;
  total: number;
  onSearch: (search: string) => void;
}

const SearchBar = ({ search, found, total, onSearch }: SearchProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, px: 6, pb: 4 }}>
    <OutlinedInput
      size="small"
      type="search"
      placeholder="Search results"
      value={search}
      onChange={({ target }) => onSearch(target.value)}
      inputProps={{ 'aria-label': 'Search results' }}
      startAdornment={
        <InputAdornment position="start">
          <Search aria-hidden size={15} />
        </InputAdornment>
      }
      sx={{ flex: '0 1 320px', height: 36, fontSize: '0.875rem' }}
    />
    <Box role="status" sx={{ flexShrink: 0, fontSize: '0.8125rem', color: 'text.secondary' }}>
      {search.trim() === '' ? `${total} ${total === 1 ? 'image' : 'images'}` : `${found} of ${total}`}
    </Box>
  </Box>
);

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li:first-of-type': { borderTop: 0, pt: 0 },
} as const;
