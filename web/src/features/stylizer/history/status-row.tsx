import type { StylizerBatch } from '@portal/contracts/stylizer';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { BatchStatus, TimeLeft } from '../../../pictures/batches/batch-status.tsx';
import { findEndState } from '../../../pictures/batches/end-state.ts';
import { stylizer } from '../batches/stylizer.ts';
import { describeStatus } from './describe-status.ts';

interface Props {
  batch: StylizerBatch;
  facts: ReactNode;
}

export function StatusRow({ batch, facts }: Props) {
  const { status, cancelledAt } = batch;
  const progress = stylizer.readProgress(batch);
  const hasFailed = findEndState(batch, progress) === 'failed';
  return (
    <Box sx={{ ...(hasFailed && { color: 'error.main' }) }}>
      <BatchStatus
        batch={batch}
        progress={progress}
        facts={facts}
        overrides={{
          ...describeStatus(batch),
          ...(status === 'processing' && cancelledAt === null && { note: <Processing batch={batch} /> }),
          ...(hasFailed && { note: undefined }),
        }}
      />
    </Box>
  );
}

const Processing = ({ batch }: Pick<Props, 'batch'>) => (
  <>
    Processing... <TimeLeft batch={batch} progress={stylizer.readProgress(batch)} />
  </>
);
