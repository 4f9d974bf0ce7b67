import {
  MAX_RUNNING_BATCHES_LISTED,
  type RunningBatch,
  type RunningBatches,
} from '@portal/contracts/running-batches';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLoadError } from '../../../client/api/use-load-error.ts';
import { useToolTitles } from '../../../pictures/registered-tools/tools.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StaleNotice } from '../../../ui/stale-notice.tsx';
import { RunningRow } from './running-row.tsx';
import { runningQuery, useCancelRunning } from './running-query.ts';

/** All users' active batches. Admins can stop any of them. */
export function RunningPanel() {
  const running = useQuery(runningQuery);
  const loadError = useLoadError(running);
  const isEmpty = running.data?.batches.length === 0;
  return (
    <Panel
      title="Running now"
      end={isEmpty && <Typography color="textSecondary">No batches are running.</Typography>}
    >
      {/* Takes no space below the title while it is empty. */}
      <Box sx={{ position: isEmpty && !running.isRefetchError ? 'absolute' : 'static' }}>
        <StaleNotice query={running} />
        {running.isPending && !loadError && (
          <Box role="status" aria-label="Loading running batches">
            <Skeleton variant="rounded" height={64} />
          </Box>
        )}
        {loadError && (
          <LoadFailure
            title="The running batches could not be loaded"
            error={loadError}
            onTryAgain={() => void running.refetch()}
          />
        )}
        {running.data && <LoadedBatches {...running.data} />}
      </Box>
    </Panel>
  );
}

function LoadedBatches({ batches, hasMore }: RunningBatches) {
  const cancel = useCancelRunning();
  const getToolTitle = useToolTitles();
  const [chosen, setChosen] = useState<RunningBatch>();
  const [isConfirming, setIsConfirming] = useState(false);
  const ask = (batch: RunningBatch) => {
    setChosen(batch);
    setIsConfirming(true);
  };
  return (
    <>
      <Box component="ul" aria-label="Running batches" hidden={batches.length === 0} sx={LIST}>
        {batches.map((batch) => (
          <RunningRow key={batch.id} batch={batch} onStop={() => ask(batch)} />
        ))}
      </Box>
      {hasMore && (
        <Typography color="textSecondary" sx={{ mt: 4 }}>
          Showing the newest {MAX_RUNNING_BATCHES_LISTED} batches.
        </Typography>
      )}
      {chosen && (
        <ConfirmDialog
          isOpen={isConfirming}
          title="Stop this batch?"
          confirmLabel="Stop batch"
          onConfirm={() => cancel.mutate(chosen.id)}
          onClose={() => setIsConfirming(false)}
        >
          “{chosen.name}” ({getToolTitle(chosen.tool)}) by {chosen.ownerEmail ?? 'a revoked user'}. Images
          that have not started are cancelled. Images in progress may still finish and be charged.
        </ConfirmDialog>
      )}
    </>
  );
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': { py: 3 },
  '& > li:first-of-type': { pt: 0 },
  '& > li:last-of-type': { pb: 0 },
  '& > li + li': { borderTop: '1px solid', borderColor: 'divider' },
} as const;
