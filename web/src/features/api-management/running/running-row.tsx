import type { RunningBatch } from '@portal/contracts/running-batches';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Images } from 'lucide-react';
import { useToolTitles } from '../../../pictures/registered-tools/tools.ts';
import { describeCost } from '../../../ui/describe-cost.ts';
import { ProgressRow } from '../../../ui/progress-row.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';

interface Props {
  batch: RunningBatch;
  onStop: () => void;
}

export function RunningRow({ batch, onStop }: Props) {
  const getToolTitle = useToolTitles();
  return (
    <Box component="li" sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 3 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 500 }}>{batch.name}</Box>
          <Box sx={NOTE}>
            {getToolTitle(batch.tool)} · {batch.ownerEmail ?? 'Revoked user'}
          </Box>
        </Box>
        {batch.cancelledAt === null ? (
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            aria-label={`Stop ${batch.name}`}
            onClick={onStop}
            sx={{ flexShrink: 0 }}
          >
            Stop
          </Button>
        ) : (
          <StatusWord tone="neutral" word="Stopping" />
        )}
      </Box>
      <ProgressRow
        icon={<Images aria-hidden size={15} />}
        label={`${batch.done}/${batch.total} done`}
        note={
          <>
            {describeCost({ ...batch, isOver: false })} · <RelativeTime value={batch.createdAt} />
          </>
        }
        value={batch.done / batch.total}
      />
    </Box>
  );
}

const NOTE = { fontSize: '0.8125rem', color: 'text.secondary' } as const;
