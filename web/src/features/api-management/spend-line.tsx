import { formatDollars } from '@portal/contracts/dollars';
import type { Spend } from '@portal/contracts/spend';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { isUsedUp } from '../../tools/spend/budget-bar.tsx';
import { listMonths } from '../../tools/spend/list-months.ts';
import { SPEND_PATH } from '../../tools/spend/spend-path.ts';
import { spendQuery } from '../../tools/spend/spend-query.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusWord } from '../../ui/status-word.tsx';

/** This month's spend in one line. Its own page shows the rest. */
export function SpendLine() {
  const [month] = useState(() => listMonths(new Date())[0] ?? '');
  const spend = useQuery(spendQuery(month));
  const loadError = useLoadError(spend);
  return (
    <Panel
      title="Spend"
      end={
        <>
          {spend.data && isUsedUp(spend.data) && <StatusWord tone="bad" word="Budget used up" />}
          <Box component={Link} to={SPEND_PATH} sx={LINK}>
            {spend.data ? describeSpend(spend.data) : loadError ? 'Could not be loaded' : 'Details'}
            <ChevronRight aria-hidden size={16} />
          </Box>
        </>
      }
    />
  );
}

const LINK = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  ml: 2,
  color: 'primary.main',
  fontWeight: 500,
} as const;

const describeSpend = ({ dollars, budget }: Spend): string =>
  `${formatDollars(dollars)} ${budget === null ? 'this month, no budget set' : `of ${formatDollars(budget)} this month`}`;
