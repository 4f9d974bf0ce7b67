import type { Hour } from '@portal/contracts/api-status';
import { formatCount } from '../../../ui/count.ts';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { DataTable } from './data-table.tsx';
import { CallsChart } from './calls-chart.tsx';
import { formatHour, nameLayer } from './describe-hours.ts';
import { LAYERS, stackHour, type Column } from './stack-hours.ts';

/** The calls of the last 24 hours, as a chart or a table. */
export function CallsPanel({ hours }: { hours: readonly Hour[] }) {
  const columns = hours.map(stackHour);
  return (
    <ChartPanel
      title="Calls in the last 24 hours"
      chart={<CallsChart columns={columns} />}
      table={<CallsTable columns={columns} />}
    />
  );
}

const CallsTable = ({ columns }: { columns: readonly Column[] }) => (
  <DataTable label="Calls by hour and provider" columns={['Hour', ...LAYERS.map(nameLayer)]}>
    {columns.map(({ hour, segments }) => (
      <tr key={hour}>
        <th scope="row">{formatHour(hour)}</th>
        {LAYERS.map((layer) => {
          const segment = segments.find((known) => known.layer === layer);
          return <td key={layer}>{formatCount(segment ? segment.to - segment.from : 0)}</td>;
        })}
      </tr>
    ))}
  </DataTable>
);
