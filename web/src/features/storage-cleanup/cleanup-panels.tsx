import { RETENTION_DAYS } from '@portal/contracts/batches';
import { describeDuration } from '@portal/contracts/describe-duration';
import {
  CLEANUP_CALLS_PER_MINUTE,
  CLEANUP_RESOURCES_PER_HOUR,
  type CleanupSummary,
  type StorageStats,
} from '@portal/contracts/storage';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../ui/count.ts';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { describeClock, describeExactTime, RelativeTime } from '../../ui/relative-time.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import { useNow } from '../../ui/use-now.ts';
import { describeDeleted } from './describe-cleanup.ts';

export const NextCleanup = ({ at }: { at: string }) => (
  <Panel title="Automatic cleanup">
    <Typography>
      Deletes files, uploads and batches older than {RETENTION_DAYS} days. Running batches are skipped.
    </Typography>
    <FactList
      facts={[
        ['Next run', <RelativeTime key="next" value={at} />],
        ['Local time', describeExactTime(at)],
      ]}
    />
  </Panel>
);

export const LastCleanup = ({ cleanup }: { cleanup: CleanupSummary | null }) => (
  <Panel
    title="Last cleanup"
    end={
      cleanup &&
      (cleanup.outcome === 'finished' ? (
        <StatusWord tone="good" word="Finished" />
      ) : (
        <StatusWord tone="bad" word="Failed" />
      ))
    }
  >
    {cleanup ? (
      <>
        <Typography>{describeDeleted(cleanup.stats, cleanup.extras)} deleted.</Typography>
        <FactList
          facts={[
            ['Ended', <RelativeTime key="at" value={cleanup.at} />],
            ['Trigger', cleanup.trigger === 'manual' ? 'Manual' : 'Nightly'],
            ['Duration', describeDuration(cleanup.stats.durationMs)],
            ['Failed to delete', formatCount(cleanup.stats.failed)],
          ]}
        />
      </>
    ) : (
      <Typography color="textSecondary">No cleanup has run yet.</Typography>
    )}
  </Panel>
);

/** The cleanup's limits and, if known, what is left of the media service's. */
export const Limits = ({ service }: { service?: StorageStats['rateLimit'] }) => (
  <Panel title="Limits">
    <FactList
      facts={[
        ['Rate limit', `${CLEANUP_CALLS_PER_MINUTE} requests per minute`],
        ['Capacity', `up to ${CLEANUP_RESOURCES_PER_HOUR / 1000}k resources per hour`],
      ]}
    />
    {service && service.limit > 0 && <ServiceLimit {...service} />}
  </Panel>
);

function ServiceLimit({ limit, remaining, resetAt }: StorageStats['rateLimit']) {
  const isAhead = Date.parse(resetAt) > useNow(30_000);
  return (
    <FactList
      facts={[
        ['Media service', `${formatCount(remaining)} of ${formatCount(limit)} calls left`],
        ...(isAhead ? [['Resets', `at ${describeClock(resetAt)}`] as const] : []),
      ]}
    />
  );
}
