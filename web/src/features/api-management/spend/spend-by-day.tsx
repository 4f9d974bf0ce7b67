import type { Spend } from '@portal/contracts/spend';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLoadError } from '../../../client/api/use-load-error.ts';
import { listMonths } from '../../../tools/spend/list-months.ts';
import { spendQuery } from '../../../tools/spend/spend-query.ts';
import { formatDollars } from '@portal/contracts/dollars';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { DataTable } from '../calls/data-table.tsx';
import { CHART_HEIGHT } from '../chart/chart-parts.tsx';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { ColumnChart } from '../chart/column-chart.tsx';
import { describeDay, describeMonth, listDays, nameDay } from './list-days.ts';

/** This month's spend, as a chart or a table. */
export function SpendByDay() {
  const [month] = useState(() => listMonths(new Date())[0] ?? '');
  const spend = useQuery(spendQuery(month));
  const loadError = useLoadError(spend);
  if (loadError) {
    return (
      <LoadFailure
        title="Spend by day could not be loaded"
        error={loadError}
        onTryAgain={() => void spend.refetch()}
      />
    );
  }
  return (
    <ChartPanel
      title="Spend by day"
      chart={spend.data ? <DaysChart spend={spend.data} /> : <LoadingChart />}
      table={spend.data ? <DaysTable days={listDays(spend.data)} /> : <LoadingChart />}
    />
  );
}

const LABEL_EVERY_DAYS = 7;
/** A later label would not fit. */
const LAST_LABELED_DAY = 22;
const CENT = 0.01;

const DaysChart = ({ spend }: { spend: Spend }) => (
  <ColumnChart
    summary={describeMonth(spend)}
    columnName="Day"
    minStep={CENT}
    formatAmount={formatDollars}
    columns={listDays(spend).map((column, index) => ({
      key: column.day,
      label: index % LABEL_EVERY_DAYS === 0 && index < LAST_LABELED_DAY ? nameDay(column.day) : undefined,
      text: describeDay(column),
      total: column.dollars,
      segments:
        column.dollars > 0
          ? [
              {
                key: 'spend',
                from: 0,
                to: column.dollars,
                paint: { fill: 'var(--mui-palette-primary-main)' },
              },
            ]
          : [],
    }))}
  />
);

const DaysTable = ({ days }: { days: ReturnType<typeof listDays> }) => (
  <DataTable label="Spend of each day" columns={['Day', 'Spend']}>
    {days.map(({ day, dollars }) => (
      <tr key={day}>
        <th scope="row">{nameDay(day)}</th>
        <td>{formatDollars(dollars)}</td>
      </tr>
    ))}
  </DataTable>
);

const LoadingChart = () => (
  <Loading label="Loading spend by day">
    <Skeleton variant="rounded" height={CHART_HEIGHT} />
  </Loading>
);
