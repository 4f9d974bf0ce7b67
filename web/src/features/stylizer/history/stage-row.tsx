import type { StylizerBatch } from '@portal/contracts/stylizer';
import Box from '@mui/material/Box';
import { BatchStatus, TimeLeft } from '../../../shared/batches/batch-status.tsx';
import { stylizer } from '../batches-query.ts';
import { describeStage } from './describe-stage.ts';

export function StageRow({ batch }: { batch: StylizerBatch }) {
  const { status, cancelledAt } = batch;
  return (
    <Box sx={{ ...(status === 'failed' && { color: 'error.main' }) }}>
      <BatchStatus
        batch={batch}
        progress={stylizer.readProgress(batch)}
        words={{
          ...describeStage(batch),
          ...(status === 'processing' && cancelledAt === null && { note: <AtWork batch={batch} /> }),
          ...(status === 'failed' && { note: undefined }),
        }}
      />
    </Box>
  );
}

const AtWork = ({ batch }: { batch: StylizerBatch }) => (
  <>
    Processing... <TimeLeft batch={batch} progress={stylizer.readProgress(batch)} />
  </>
);
