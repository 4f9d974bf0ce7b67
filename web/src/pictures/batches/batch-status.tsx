import { isWaiting, type BatchFacts } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import { Clock3 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ProgressRow } from '../../ui/progress-row.tsx';
import { StatusIcon, TONE_COLORS } from '../../ui/status-word.tsx';
import { SpinningIcon } from '../../ui/spinning-icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import {
  describeRetry,
  describeStatus,
  describeTimeLeft,
  describeWait,
  estimateTimeLeft,
  type Progress,
} from './describe-progress.ts';
import { END_STATES, findEndState } from './end-state.ts';
import { describeFailures } from './group-failures.ts';

const MINUTE_MS = 60_000;

interface Props {
  batch: BatchFacts;
  progress: Progress;
  /** What is known about the batch, beside its status. */
  facts?: ReactNode;
  /** Replaces the texts that a tool words differently. */
  overrides?: Partial<Pick<ComponentProps<typeof ProgressRow>, 'label' | 'note' | 'value'>>;
}

/** The status of a batch, with a progress bar and the time left while it is running. */
export function BatchStatus({ batch, progress, facts, overrides }: Props) {
  const { status, cancelledAt } = batch;
  const endState = findEndState(batch, progress);
  const end = endState && END_STATES[endState];
  const isQuiet = isWaiting(status) || batch.halfPrice !== undefined;
  return (
    <ProgressRow
      icon={end ? <StatusIcon tone={end.tone} /> : isQuiet ? WAITING : <SpinningIcon />}
      label={describeStatus(status, progress)}
      keepsBar
      facts={facts}
      {...((batch.failures.length > 0 || batch.cancellations) && { detail: <Failures batch={batch} /> })}
      {...(end && {
        note: (
          <Box component="span" sx={{ color: TONE_COLORS[end.tone], fontWeight: 500 }}>
            {end.word}
          </Box>
        ),
      })}
      {...(isWaiting(status) && {
        value: 'waiting',
        ...(batch.halfPrice && { note: <TimeLeft batch={batch} progress={progress} /> }),
      })}
      {...(status === 'processing' && {
        value: progress.done / progress.total,
        note: cancelledAt === null ? <TimeLeft batch={batch} progress={progress} /> : 'Stopping…',
      })}
      {...overrides}
    />
  );
}

/** Why images failed, as far as there is room. The failures dialog has it in full. */
function Failures({ batch: { failures, cancellations } }: Pick<Props, 'batch'>) {
  const text = describeFailures(failures, cancellations);
  return (
    <Box component="span" title={text} sx={FAILURES}>
      · {text}
    </Box>
  );
}

const FAILURES = {
  minWidth: 0,
  // So that the facts beside or below it stay where they are.
  flexShrink: 9999,
  '@container (max-width: 479.95px)': { flex: '1 1 0' },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: 'text.secondary',
} as const;

/** 'about 40 s left', from the pace so far, or what the provider promises. */
export function TimeLeft({ batch, progress }: Pick<Props, 'batch' | 'progress'>) {
  const now = useNow(batch.halfPrice ? MINUTE_MS : 1000);
  if (batch.halfPrice) return describeWait(batch, now);
  const retry = describeRetry(batch, now);
  if (retry !== undefined) return retry;
  const left = estimateTimeLeft(batch, progress, now);
  return left === undefined ? undefined : describeTimeLeft(left);
}

const WAITING = <Box component={Clock3} aria-hidden size={15} sx={{ color: 'text.secondary' }} />;
