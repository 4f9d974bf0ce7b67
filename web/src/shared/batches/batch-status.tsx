import { isWaiting, type BatchFacts } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import { CircleCheck, CircleX, Clock3 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ProgressRow } from '../ui/progress-row.tsx';
import { TurningIcon } from '../ui/turning-icon.tsx';
import { useNow } from '../ui/use-now.ts';
import { describeStatus, describeTimeLeft, estimateTimeLeft, type Progress } from './describe-progress.ts';

interface Props {
  batch: BatchFacts;
  progress: Progress;
  /** What a tool says in its own way. */
  words?: Partial<Pick<ComponentProps<typeof ProgressRow>, 'label' | 'note' | 'value'>>;
}

/** The status of a batch in words, its bar while there is something to wait for, and how long that will be. */
export function BatchStatus({ batch, progress, words }: Props) {
  const { status, cancelledAt } = batch;
  return (
    <ProgressRow
      icon={ICONS[status]}
      label={describeStatus(status, progress)}
      {...(isWaiting(status) && { value: 'waiting' })}
      {...(status === 'processing' && {
        value: progress.done / progress.total,
        note: cancelledAt === null ? <TimeLeft batch={batch} progress={progress} /> : 'Stopping…',
      })}
      {...(status === 'failed' && { note: 'Failed' })}
      {...(status === 'completed' && cancelledAt !== null && { note: 'Cancelled' })}
      {...words}
    />
  );
}

/** As in 'about 40 s left', from the pace so far. */
export function TimeLeft({ batch, progress }: Omit<Props, 'words'>) {
  const left = estimateTimeLeft(batch, progress, useNow(1000));
  return left === undefined ? undefined : describeTimeLeft(left);
}

const WAITING = <Box component={Clock3} aria-hidden size={15} sx={{ color: 'text.secondary' }} />;

const ICONS: Record<BatchFacts['status'], React.ReactNode> = {
  pending: WAITING,
  queued: WAITING,
  processing: <TurningIcon />,
  completed: <Box component={CircleCheck} aria-hidden size={15} sx={{ color: 'success.main' }} />,
  failed: <Box component={CircleX} aria-hidden size={15} sx={{ color: 'error.main' }} />,
};
