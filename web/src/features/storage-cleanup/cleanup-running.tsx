import type { CleanupProgress } from '@portal/contracts/storage';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { CircleAlert, Hourglass } from 'lucide-react';
import { ProgressRow } from '../../ui/progress-row.tsx';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';
import { describeClock, RelativeTime } from '../../ui/relative-time.tsx';
import { SpinningIcon } from '../../ui/spinning-icon.tsx';
import { countOf } from '../../ui/count.ts';
import { describeDeleted } from './describe-cleanup.ts';

interface Props {
  isRunning: boolean;
  /** Null until the server reports it. */
  progress: CleanupProgress | null;
  /** Why the cleanup that was started here failed. */
  error: Error | null;
}

/** A cleanup's progress. Screen readers hear that it is running, but not every number. */
export const CleanupRunning = ({ isRunning, progress, error }: Props) => (
  <>
    <Box role="status" sx={VISUALLY_HIDDEN}>
      {isRunning && 'A cleanup is running.'}
    </Box>
    {isRunning && (
      <Card sx={{ display: 'grid', gap: 2, p: { xs: 4, sm: 5 }, mb: 4 }}>
        <Progress progress={progress} />
      </Card>
    )}
    {!isRunning && error && (
      <Alert
        severity="error"
        variant="outlined"
        icon={<CircleAlert aria-hidden size={18} />}
        // The toast has already announced it.
        role="note"
        sx={{ mb: 4 }}
      >
        Manual cleanup failed. {error.message}
      </Alert>
    )}
  </>
);

function Progress({ progress }: Pick<Props, 'progress'>) {
  if (!progress) return <ProgressRow icon={<SpinningIcon />} label="Starting cleanup…" value="waiting" />;
  const { trigger, startedAt, stats, extras, waitsUntil } = progress;
  return (
    <>
      <ProgressRow
        icon={waitsUntil === null ? <SpinningIcon /> : <Hourglass aria-hidden size={15} />}
        label={`${describeDeleted(stats, extras)} deleted so far`}
        note={
          <>
            {TRIGGERS[trigger]}, started <RelativeTime value={startedAt} />
          </>
        }
        value="waiting"
      />
      <Typography variant="body2" color="textSecondary">
        {waitsUntil !== null && (
          <>Media service rate limit reached. Continues at {describeClock(waitsUntil)}. </>
        )}
        {stats.failed > 0 && <>{countOf(stats.failed, 'file')} could not be deleted. </>}
        {stats.continuing
          ? 'Cleanup continues in the background. You can close this page.'
          : 'A large cleanup continues in the background.'}
      </Typography>
    </>
  );
}

const TRIGGERS = { manual: 'Manual cleanup', nightly: 'Nightly cleanup' };
