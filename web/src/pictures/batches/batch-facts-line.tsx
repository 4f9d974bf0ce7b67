import { isActive, type BatchFacts } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeCost } from '../../ui/describe-cost.ts';
import { describeExactTime } from '../../ui/relative-time.tsx';
import { useNow } from '../../ui/use-now.ts';
import { describeDue, findDue } from './describe-due.ts';
import { describeExpiry } from './describe-progress.ts';

interface Props {
  batch: BatchFacts;
  /** Shows the cost even if it is 'Free'. */
  hasPrice?: boolean;
  onShowFailures: () => void;
}

/** The batch's cost, unsuccessful items and expiry. */
export function BatchFactsLine({ batch, hasPrice = true, onShowFailures }: Props) {
  const { failedCount, uncertainCount, cancelledCount, filesDeleted, expiresAt, cost, estimate } = batch;
  return (
    <FactsRow>
      {(hasPrice || cost > 0 || estimate > 0) && (
        <span>{describeCost({ cost, estimate, isOver: !isActive(batch.status) })}</span>
      )}
      {batch.halfPrice && (
        <span>{isActive(batch.status) ? `Half price, ${describeDue(findDue(batch))}` : 'Half price'}</span>
      )}
      {failedCount > 0 && (
        <Link component="button" color="error" onClick={onShowFailures}>
          {failedCount} failed
        </Link>
      )}
      {uncertainCount > 0 && (
        <Link component="button" color="warning" onClick={onShowFailures}>
          {uncertainCount} uncertain
        </Link>
      )}
      {cancelledCount > 0 && <span>{cancelledCount} cancelled</span>}
      {filesDeleted ? <FilesDeleted /> : <Expiry at={expiresAt} />}
    </FactsRow>
  );
}

/** Facts separated by dots. A dot at the start of a line is cut off. */
export const FactsRow = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 4,
      rowGap: 0.5,
      fontSize: '0.8125rem',
      color: 'text.secondary',
      // Leaves room for the outline of a focused link.
      clipPath: 'inset(-4px -4px -4px -4px)',
      '& > *': { position: 'relative', font: 'inherit' },
      '& > *::before': {
        // Not for screen readers.
        content: '"·" / ""',
        position: 'absolute',
        left: -10,
        color: 'text.secondary',
      },
    }}
  >
    {children}
  </Box>
);

const FilesDeleted = () => (
  <Box component="span" sx={{ color: 'text.primary' }}>
    <Box component={ImageOff} aria-hidden size={14} sx={{ mr: 1, verticalAlign: '-2px' }} />
    Files deleted
  </Box>
);

function Expiry({ at }: { at: string }) {
  const now = useNow(30_000);
  return (
    <Tooltip title={describeExactTime(at)}>
      <time dateTime={at}>{describeExpiry(Date.parse(at) - now)}</time>
    </Tooltip>
  );
}
