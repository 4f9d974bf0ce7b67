import type { ApiStatus } from '@portal/contracts/api-status';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { EmptyState } from '../../ui/notice-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { Tiles } from '../../ui/tiles.tsx';
import { apiStatusQuery } from './status/api-status-query.ts';
import { CallsPanel } from './calls/calls-panel.tsx';
import { DismissalsPanel } from './status/dismissals-panel.tsx';
import { HealthPanel, Retirements } from './status/health-panels.tsx';
import { KeyCards } from './keys/key-cards.tsx';
import { listTiles } from './status/list-tiles.ts';
import { ProviderTable } from './calls/provider-table.tsx';
import { RunningPanel } from './running/running-panel.tsx';
import { SpendByDay } from './spend/spend-by-day.tsx';
import { SpendLine } from './spend-line.tsx';

export function ApiManagementPage() {
  const status = useQuery(apiStatusQuery);
  const loadError = useLoadError(status);
  return (
    <>
      <PageHeader title="API Management" subtitle="Provider calls in the last 24 hours" />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        <Box>
          <StaleNotice query={status} />
          {status.isPending && !loadError && <Loading />}
          {loadError && (
            <LoadFailure
              title="The API status could not be loaded"
              error={loadError}
              onTryAgain={() => void status.refetch()}
            />
          )}
          {status.data && <Overview status={status.data} />}
        </Box>
        <RunningPanel />
        <SpendLine />
      </Box>
    </>
  );
}

const Overview = ({ status }: { status: ApiStatus['data'] }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
    {status.retirements.length > 0 && <Retirements retirements={status.retirements} />}
    {status.stats ? (
      <Tiles label="System overview" tiles={listTiles(status.stats)} />
    ) : (
      <EmptyState title="No statistics available">
        No provider calls in the last 24 hours. New calls appear here within seconds.
      </EmptyState>
    )}
    <KeyCards keyStatus={status.keyStatus} />
    {status.stats && (
      <Box sx={CHARTS}>
        <CallsPanel hours={status.hours} />
        <SpendByDay />
      </Box>
    )}
    {status.stats && <ProviderTable providers={status.providers} />}
    <HealthPanel health={status.health} queues={status.queues} />
    {status.dismissals.length > 0 && <DismissalsPanel dismissals={status.dismissals} />}
  </Box>
);

const CHARTS = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const;

const Loading = () => (
  <Box
    role="status"
    sx={{ display: 'grid', justifyItems: 'center', gap: 4, py: 16, color: 'text.secondary' }}
  >
    <Spinner size={24} />
    Loading API status...
  </Box>
);
