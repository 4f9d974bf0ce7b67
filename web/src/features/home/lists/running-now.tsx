import { isWaiting } from '@portal/contracts/batches';
import type { LibraryBatch } from '@portal/contracts/library';
import Box from '@mui/material/Box';
import { Clock3 } from 'lucide-react';
import { describeStatus } from '../../../pictures/batches/describe-progress.ts';
import { useToolTitles } from '../../../pictures/registered-tools/tools.ts';
import { ProgressRow } from '../../../ui/progress-row.tsx';
import { SpinningIcon } from '../../../ui/spinning-icon.tsx';
import { BatchRows } from './batch-rows.tsx';
import { HomeSection } from './home-section.tsx';

export function RunningNow({ batches }: { batches: readonly LibraryBatch[] }) {
  const getToolTitle = useToolTitles();
  return (
    <HomeSection title="Running now">
      <BatchRows
        batches={batches}
        renderDetails={({ tool, status, total, doneCount, cancelledAt }) => (
          <ProgressRow
            icon={isWaiting(status) ? <Box component={Clock3} aria-hidden size={15} /> : <SpinningIcon />}
            label={describeStatus(status, { done: doneCount, total })}
            note={cancelledAt === null ? getToolTitle(tool) : 'Stopping…'}
            value={isWaiting(status) ? 'waiting' : doneCount / total}
          />
        )}
      />
    </HomeSection>
  );
}
