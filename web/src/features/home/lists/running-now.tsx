import { isWaiting } from '@portal/contracts/batches';
import type { LibraryBatch } from '@portal/contracts/library';
import Box from '@mui/material/Box';
import { Clock3 } from 'lucide-react';
import { describeStatus, describeWait } from '../../../pictures/batches/describe-progress.ts';
import { useToolTitles } from '../../../pictures/registered-tools/tools.ts';
import { ProgressRow } from '../../../ui/progress-row.tsx';
import { SpinningIcon } from '../../../ui/spinning-icon.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { countOf } from '../../../ui/count.ts';
import { BatchRows } from './batch-rows.tsx';
import { HomeSection } from './home-section.tsx';

const MINUTE_MS = 60_000;

export function RunningNow({ batches }: { batches: readonly LibraryBatch[] }) {
  const getToolTitle = useToolTitles();
  const now = useNow(MINUTE_MS);
  return (
    <HomeSection title="Running now">
      <BatchRows
        batches={batches}
        renderDetails={(batch) => {
          const { tool, status, total, doneCount, cancelledAt, halfPrice } = batch;
          const isLong = halfPrice !== undefined && doneCount === 0;
          return (
            <ProgressRow
              icon={
                isWaiting(status) || halfPrice ? (
                  <Box component={Clock3} aria-hidden size={15} />
                ) : (
                  <SpinningIcon />
                )
              }
              label={
                isLong
                  ? `${countOf(total, 'picture')} at half price, ${describeWait({ ...batch, ...halfPrice }, now)}`
                  : describeStatus(status, { done: doneCount, total })
              }
              note={cancelledAt === null ? getToolTitle(tool) : 'Stopping…'}
              value={isLong || isWaiting(status) ? 'waiting' : doneCount / total}
            />
          );
        }}
      />
    </HomeSection>
  );
}
