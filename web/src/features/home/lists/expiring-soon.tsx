import type { LibraryBatch } from '@portal/contracts/library';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Star } from 'lucide-react';
import { describeExpiry } from '../../../pictures/batches/describe-progress.ts';
import { countOf, formatCount } from '../../../ui/count.ts';
import { BatchRows } from './batch-rows.tsx';
import { HomeSection } from './home-section.tsx';

const MAX_ROWS = 5;

export const ExpiringSoon = ({ batches, now }: { batches: readonly LibraryBatch[]; now: number }) => (
  <HomeSection title="Expiring soon">
    <BatchRows
      batches={batches.slice(0, MAX_ROWS)}
      renderDetails={({ expiresAt, pictures }) => {
        const starred = pictures.filter(({ isStarred }) => isStarred).length;
        return (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, ...SMALL }}>
            <span>{describeExpiry(Date.parse(expiresAt) - now)}</span>
            <span>{countOf(pictures.length, 'picture')}</span>
            {starred > 0 && (
              <Box
                component="span"
                sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'text.primary' }}
              >
                <Star aria-hidden size={13} fill="currentColor" />
                {formatCount(starred)} starred
              </Box>
            )}
          </Box>
        );
      }}
    />
    {batches.length > MAX_ROWS && (
      <Typography sx={{ mt: 2, ...SMALL }}>
        And {countOf(batches.length - MAX_ROWS, 'more batch', 'more batches')}
      </Typography>
    )}
  </HomeSection>
);

const SMALL = { fontSize: '0.8125rem', color: 'text.secondary' } as const;
