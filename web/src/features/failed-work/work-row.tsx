import type { FailedWork } from '@portal/contracts/failed-work';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useToolTitles } from '../../pictures/registered-tools/tools.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import { describeCost, explainWork, WORDS } from './describe-work.ts';

interface Props {
  work: FailedWork;
  isPending: boolean;
  onRetry: () => void;
}

export function WorkRow({ work, isPending, onRetry }: Props) {
  const getToolTitle = useToolTitles();
  const cost = describeCost(work);
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', display: 'grid', gap: 1, justifyItems: 'start' }}>
        <StatusWord {...WORDS[work.kind]} />
        <Box sx={{ fontWeight: 500 }}>{work.batchName}</Box>
        <Box sx={NOTE}>
          {getToolTitle(work.tool)} · {work.ownerEmail ?? 'Revoked user'} ·{' '}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            <RelativeTime value={work.at} />
          </Box>
        </Box>
        <Box sx={{ maxWidth: '72ch' }}>{explainWork(work)}</Box>
        {cost !== undefined && <Box sx={NOTE}>{cost}</Box>}
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        disabled={isPending}
        aria-label={`Retry: ${WORDS[work.kind].word}, ${work.batchName}`}
        onClick={onRetry}
      >
        Retry
      </Button>
    </Box>
  );
}

const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
  alignItems: 'start',
  justifyItems: 'start',
  columnGap: 4,
  rowGap: 3,
  p: 4,
} as const;

const NOTE = { fontSize: '0.8125rem', color: 'text.secondary' } as const;
