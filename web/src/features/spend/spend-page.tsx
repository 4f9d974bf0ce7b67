import type { Spend } from '@portal/contracts/spend';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { saveCsv } from '../../client/downloads/save-csv.ts';
import { BudgetBar } from '../../tools/spend/budget-bar.tsx';
import { listMonths, nameMonth } from '../../tools/spend/list-months.ts';
import { spendQuery } from '../../tools/spend/spend-query.ts';
import { useToolTitles } from '../../pictures/registered-tools/tools.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { makeSpendCsv, makeSpendCsvName } from './spend-csv.ts';
import { SpendLists } from './spend-lists.tsx';

/** A month's spend against the budget, by tool and by person. */
export function SpendPage() {
  const getToolTitle = useToolTitles();
  const [months] = useState(() => listMonths(new Date()));
  const [month, setMonth] = useState(months[0] ?? '');
  const spend = useQuery(spendQuery(month));
  const loadError = useLoadError(spend);
  const { data } = spend;
  return (
    <>
      <PageHeader title="Spend" subtitle="What provider calls cost in a month">
        <Box sx={{ display: 'flex', gap: 2 }}>
          <FilterSelect
            label="Month"
            value={month}
            values={months.map((option) => [option, nameMonth(option)])}
            none={null}
            onChoose={(option = month) => setMonth(option)}
          />
          <Button
            variant="outlined"
            disabled={!data || data.month !== month}
            startIcon={<Download aria-hidden size={15} />}
            onClick={() => data && saveCsv(makeSpendCsv(data, getToolTitle), makeSpendCsvName(data.month))}
          >
            Download CSV
          </Button>
        </Box>
      </PageHeader>
      <StaleNotice query={spend} />
      {spend.isPending && !loadError && (
        <Loading label="Loading spend">
          <Skeleton variant="rounded" height={280} sx={{ borderRadius: '12px' }} />
        </Loading>
      )}
      {loadError && (
        <LoadFailure
          title="Spend could not be loaded"
          error={loadError}
          onTryAgain={() => void spend.refetch()}
        />
      )}
      {data && (
        <Box
          sx={{ display: 'grid', gap: 4, transition: 'opacity 140ms ease-out' }}
          style={{ opacity: data.month === month ? 1 : 0.5 }}
        >
          <LoadedSpend spend={data} />
        </Box>
      )}
    </>
  );
}

const LoadedSpend = ({ spend }: { spend: Spend }) => (
  <>
    <Card component="section" aria-label="Budget" sx={{ p: { xs: 4, sm: 5 } }}>
      <BudgetBar {...spend} />
    </Card>
    {spend.byTool.length + spend.byPerson.length === 0 ? (
      <Typography color="textSecondary">No spend in {nameMonth(spend.month)}.</Typography>
    ) : (
      <SpendLists spend={spend} />
    )}
  </>
);
