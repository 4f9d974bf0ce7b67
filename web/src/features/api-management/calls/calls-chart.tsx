import Box from '@mui/material/Box';
import { useId } from 'react';
import { formatCount } from '../../../ui/count.ts';
import { ColumnChart } from '../chart/column-chart.tsx';
import { Hatch, Legend, paintLayer } from './chart-layers.tsx';
import { describeColumn, describeDay, formatHour } from './describe-hours.ts';
import type { Column } from './stack-hours.ts';

const LABEL_EVERY_HOURS = 6;

/** One bar per hour, stacked by provider. */
export function CallsChart({ columns }: { columns: readonly Column[] }) {
  const hatchId = useId();
  return (
    <Box>
      <Box component="svg" aria-hidden sx={{ position: 'absolute', width: 0, height: 0 }}>
        <Hatch id={hatchId} />
      </Box>
      <ColumnChart
        summary={describeDay(columns)}
        columnName="Hour"
        formatAmount={formatCount}
        columns={columns.map((column, index) => ({
          key: column.hour,
          label: index % LABEL_EVERY_HOURS === 0 ? formatHour(column.hour) : undefined,
          text: describeColumn(column),
          total: column.calls,
          segments: column.segments.map(({ layer, from, to }) => ({
            key: layer,
            from,
            to,
            paint: paintLayer(layer, hatchId),
          })),
        }))}
      />
      <Legend />
    </Box>
  );
}
