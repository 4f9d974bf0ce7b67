import { RETENTION_DAYS } from '@portal/contracts/batches';
import { CLEANUP_HOUR, type StorageStats } from '@portal/contracts/storage';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { EmptyState } from '../../ui/notice-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TWO_COLUMNS } from '../../ui/panel.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { LoadingTiles, Tiles } from '../../ui/tiles.tsx';
import { CleanupButton } from './cleanup-button.tsx';
import { CleanupRunning } from './cleanup-running.tsx';
import { LastCleanup, Limits, NextCleanup } from './cleanup-panels.tsx';
import { listTiles } from './list-tiles.ts';
import { useRunCleanup, useStorageStats } from './storage-query.ts';
import { StoredByAge, StoredByTool } from './stored-charts.tsx';

export function StorageCleanupPage() {
  const { stats, isRunning } = useStorageStats();
  const loadError = useLoadError(stats);
  const cleanup = useRunCleanup();
  return (
    <>
      <PageHeader
        title="Storage Cleanup Management"
        subtitle={`A cleanup runs automatically every day at ${CLEANUP_HOUR}:00 AM UTC.`}
      >
        <CleanupButton isRunning={isRunning} onRun={() => cleanup.mutate()} />
      </PageHeader>
      <CleanupRunning isRunning={isRunning} progress={stats.data?.running ?? null} error={cleanup.error} />
      <StaleNotice query={stats} />
      {stats.isPending && !loadError && <LoadingStats />}
      {loadError && (
        <Box sx={{ display: 'grid', gap: 4 }}>
          <LoadFailure
            title="The storage statistics could not be loaded"
            error={loadError}
            onTryAgain={() => void stats.refetch()}
          />
          <Limits />
        </Box>
      )}
      {stats.data && <LoadedStats stats={stats.data} />}
    </>
  );
}

const LoadedStats = ({ stats }: { stats: StorageStats }) => (
  <Box sx={{ display: 'grid', gap: 4 }}>
    <Tiles label="Storage statistics" tiles={listTiles(stats)} />
    {stats.totalResources === 0 && stats.byTool.every(({ files }) => files === 0) ? (
      <EmptyState title="No files stored">
        Files are kept for {RETENTION_DAYS} days. There is nothing to clean up.
      </EmptyState>
    ) : (
      <Box sx={TWO_COLUMNS}>
        <StoredByTool stored={stats.byTool} />
        <StoredByAge stored={stats.byAge} />
      </Box>
    )}
    <Box sx={THREE_COLUMNS}>
      <LastCleanup cleanup={stats.lastCleanup} />
      <NextCleanup at={stats.nextCleanupAt} />
      <Limits service={stats.rateLimit} />
    </Box>
  </Box>
);

const LoadingStats = () => (
  <Loading label="Loading storage statistics" sx={{ display: 'grid', gap: 4 }}>
    <LoadingTiles count={5} />
    <Box sx={TWO_COLUMNS}>
      <LoadingPanel height={268} />
      <LoadingPanel height={268} />
    </Box>
    <Box sx={THREE_COLUMNS}>
      <LoadingPanel height={256} />
      <LoadingPanel height={256} />
      <LoadingPanel height={256} />
    </Box>
  </Loading>
);

const LoadingPanel = ({ height }: { height: number }) => (
  <Skeleton variant="rounded" height={height} sx={{ borderRadius: '12px' }} />
);

/** As wide as the longest limit, so that each is on one line. */
const THREE_COLUMNS = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
} as const;
