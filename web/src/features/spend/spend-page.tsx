import type { Spend } from '@portal/contracts/spend';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { LoadingButton } from '../../ui/loading-button.tsx';
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
  const client = useQueryClient();
  // Right after another month was chosen, the page still shows the last one.
  const download = useMutation({
    mutationFn: async () => {
      const chosen = await client.ensureQueryData(spendQuery(month));
      saveCsv(makeSpendCsv(chosen, getToolTitle), makeSpendCsvName(chosen.month));
    },
  });
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
          <LoadingButton
            variant="outlined"
            disabled={!data}
            loading={download.isPending}
            loadingPosition="start"
            startIcon={<Download aria-hidden size={15} />}
            onClick={() => download.mutate()}
          >
            Download CSV
          </LoadingButton>
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
