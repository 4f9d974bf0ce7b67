import { formatDollars } from '@portal/contracts/dollars';
import type { Spend } from '@portal/contracts/spend';
import Box from '@mui/material/Box';
import { StatusWord } from '../../ui/status-word.tsx';

export const isUsedUp = ({ dollars, budget }: Pick<Spend, 'dollars' | 'budget'>): boolean =>
  budget !== null && dollars >= budget;

export function BudgetBar(spend: Pick<Spend, 'dollars' | 'reserved' | 'saved' | 'budget'>) {
  const { dollars, reserved, saved, budget } = spend;
  const share = budget === null || budget === 0 ? undefined : dollars / budget;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}>
        <Box component="span" sx={{ fontSize: '1.5rem', lineHeight: 1.3, fontWeight: 600 }}>
          {formatDollars(dollars)}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {budget === null ? 'spent, no budget set' : `of ${formatDollars(budget)}`}
        </Box>
        <Box component="span" sx={{ ml: 'auto' }}>
          {isUsedUp(spend) ? (
            <StatusWord tone="bad" word="Budget used up" />
          ) : (
            share !== undefined && `${Math.round(share * 100)}% used`
          )}
        </Box>
      </Box>
      {reserved > 0 && (
        <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          Up to {formatDollars(reserved)} more for calls in progress
        </Box>
      )}
      {saved > 0 && (
        <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {formatDollars(saved)} saved by work at half price
        </Box>
      )}
      {share !== undefined && (
        <Box
          role="meter"
          aria-label="Budget used"
          aria-valuenow={Math.min(Math.round(share * 100), 100)}
          sx={{ height: 8, borderRadius: 4, overflow: 'hidden', bgcolor: 'action.hover' }}
        >
          <Box
            sx={{ height: '100%', borderRadius: 4, bgcolor: isUsedUp(spend) ? 'error.main' : 'primary.main' }}
            style={{ width: `${Math.min(share, 1) * 100}%` }}
          />
        </Box>
      )}
    </Box>
  );
}
