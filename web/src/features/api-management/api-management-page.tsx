import type { ApiStatus } from '@portal/contracts/api-status';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useLoadError } from '../../shared/api/use-load-error.ts';
import { LoadFailure } from '../../shared/ui/load-failure.tsx';
import { Spinner } from '../../shared/ui/loading.tsx';
import { EmptyState } from '../../shared/ui/notice-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { StaleNotice } from '../../shared/ui/stale-notice.tsx';
import { Tiles } from '../../shared/ui/tiles.tsx';
import { apiStatusQuery } from './status/api-status-query.ts';
import { CallsPanel } from './calls/calls-panel.tsx';
import { HealthPanel, QueuePanel, Retirements } from './status/health-panels.tsx';
import { KeyRotation } from './keys/key-rotation.tsx';
import { KeyCards } from './keys/key-cards.tsx';
import { listTiles } from './status/list-tiles.ts';
import { ProviderTable } from './calls/provider-table.tsx';
import { RunningPanel } from './running/running-panel.tsx';
import { SpendPanel } from './spend/spend-panel.tsx';

export function ApiManagementPage() {
  const status = useQuery(apiStatusQuery);
  const loadError = useLoadError(status);
  return (
    <>
      <PageHeader title="API Management" subtitle="Provider calls and costs in the last 24 hours" />
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
        <SpendPanel />
        {status.data && <KeyCards keyStatus={status.data.keyStatus} />}
        <RunningPanel />
        {status.data && <Details status={status.data} />}
      </Box>
    </>
  );
}

const Overview = ({ status }: { status: ApiStatus['data'] }) => (
  <Box sx={{ display: 'grid', gap: 4 }}>
    {status.retirements.length > 0 && <Retirements retirements={status.retirements} />}
    {status.stats ? (
      <Tiles label="System overview" tiles={listTiles(status.stats)} />
    ) : (
      <EmptyState title="No statistics available">
        No provider calls in the last 24 hours. New calls appear here within seconds.
      </EmptyState>
    )}
  </Box>
);

const Details = ({ status }: { status: ApiStatus['data'] }) => (
  <>
    {status.stats && <CallsPanel hours={status.hours} />}
    {status.stats && <ProviderTable providers={status.providers} />}
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)' },
      }}
    >
      <HealthPanel health={status.health} />
      <QueuePanel queues={status.queues} />
    </Box>
    <KeyRotation />
  </>
);

const Loading = () => (
  <Box
    role="status"
    sx={{ display: 'grid', justifyItems: 'center', gap: 4, py: 16, color: 'text.secondary' }}
  >
    <Spinner size={24} />
    Loading API status...
  </Box>
);
