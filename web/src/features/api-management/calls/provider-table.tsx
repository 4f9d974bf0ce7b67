import type { ProviderStats } from '@portal/contracts/api-status';
import { formatDollars } from '@portal/contracts/dollars';
import { PROVIDER_TITLES } from '@portal/contracts/generation-request';
import { Fragment } from 'react';
import { countOf, formatCount } from '../../../ui/count.ts';
import { Panel } from '../../../ui/panel.tsx';
import { DataTable } from './data-table.tsx';

const COLUMNS = ['Provider', 'Calls', 'Failed', 'Avg, ms', 'p50, ms', 'p95, ms', 'Cost'];

export const ProviderTable = ({ providers }: { providers: readonly ProviderStats[] }) => (
  <Panel title="Request statistics">
    <DataTable label="Request statistics by provider" columns={COLUMNS}>
      {providers.map(({ provider, calls, failures, averageLatency, p50, p95, cost }) => (
        <Fragment key={provider}>
          <tr>
            <th scope="row">{PROVIDER_TITLES[provider]}</th>
            <td>{formatCount(calls)}</td>
            <td>{formatCount(failures.reduce((sum, { count }) => sum + count, 0))}</td>
            <td>{formatWhole(averageLatency)}</td>
            <td>{formatWhole(p50)}</td>
            <td>{formatWhole(p95)}</td>
            <td>{formatDollars(cost)}</td>
          </tr>
          {failures.length > 0 && (
            <tr data-note>
              <td colSpan={COLUMNS.length}>{describeFailures(failures)}</td>
            </tr>
          )}
        </Fragment>
      ))}
    </DataTable>
  </Panel>
);

const formatWhole = (value: number | null): string => (value === null ? '–' : formatCount(Math.round(value)));

/** 'Rate limited: 3 calls · Timed out: 1 call' */
const describeFailures = (failures: ProviderStats['failures']): string =>
  failures.map(({ label, count }) => `${label}: ${countOf(count, 'call')}`).join(' · ');
