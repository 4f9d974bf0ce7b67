import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CircleAlert, Cloud, CloudOff, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProgressRow } from '../../ui/progress-row.tsx';
import { useIsOnline } from '../../ui/use-is-online.ts';
import { useNow } from '../../ui/use-now.ts';
import {
  describeFailure,
  describeInterruption,
  describeRefusal,
  describeSending,
} from './describe-upload.ts';
import type { UploadProgress as Progress } from './progress.ts';
import type { Uploads } from './uploads.ts';
import { useSelected } from './use-uploads.ts';
import { useStore } from '../../client/observable.ts';

interface Props {
  uploads: Uploads;
  /** Dollars per image, if known. */
  price?: number | undefined;
  onSend: () => void;
}

/** Progress of an upload with a way to cancel it, or its failure with a way to retry. */
export function UploadProgress({ uploads, price, onSend }: Props) {
  const { session } = uploads;
  const progress = useStore(session.subscribe, session.getProgress);
  if (progress.phase === 'idle') return null;
  if (progress.phase === 'failed' && progress.failedSent > 0)
    return <Refusal uploads={uploads} count={progress.failedSent} />;
  if (progress.phase === 'failed') return <Failure progress={progress} onRetry={onSend} />;
  if (progress.phase === 'interrupted')
    return (
      <Interruption
        uploads={uploads}
        mayHaveStarted={progress.mayHaveStarted}
        price={price}
        onStart={onSend}
      />
    );
  return <Sending progress={progress} onCancel={() => session.cancel()} />;
}

function Sending({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const now = useNow(1000);
  const { phase, isOnline, sentBytes, totalBytes } = progress;
  const Icon = isOnline ? Upload : CloudOff;
  return (
    <Box sx={PANEL}>
      <ProgressRow
        icon={<Icon aria-hidden size={15} />}
        {...describeSending(progress, now)}
        value={phase === 'starting' || totalBytes === 0 ? 'waiting' : sentBytes / totalBytes}
      />
      {phase === 'sending' && (
        <Button variant="outlined" size="small" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Box>
  );
}

interface InterruptionProps {
  uploads: Uploads;
  mayHaveStarted: boolean;
  price: number | undefined;
  onStart: () => void;
}

function Interruption({ uploads, mayHaveStarted, price, onStart }: InterruptionProps) {
  const isOnline = useIsOnline();
  const count = useSelected(uploads).length;
  const { label, note } = describeInterruption({ isOnline, mayHaveStarted }, count, price);
  return (
    <Box role="alert" sx={PANEL}>
      <Notice
        icon={isOnline ? <Cloud aria-hidden size={15} /> : <CloudOff aria-hidden size={15} />}
        label={label}
      >
        {note}
      </Notice>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button variant="outlined" size="small" disabled={!isOnline} onClick={onStart}>
          Start batch
        </Button>
        <Button variant="outlined" size="small" onClick={() => uploads.session.cancel()}>
          Cancel
        </Button>
      </Box>
    </Box>
  );
}

function Failure({ progress, onRetry }: { progress: Progress; onRetry: () => void }) {
  const { label, note } = describeFailure(progress);
  return (
    <Box role="alert" sx={PANEL}>
      <Notice icon={<CircleAlert aria-hidden size={15} />} color="error.main" label={label}>
        {note}
      </Notice>
      <Button variant="outlined" size="small" onClick={onRetry}>
        Try again
      </Button>
    </Box>
  );
}

/** Pictures of earlier batches that are gone. Another try would fail again. */
function Refusal({ uploads, count }: { uploads: Uploads; count: number }) {
  const hasOthers = useSelected(uploads).length > count;
  const { label, note, action } = describeRefusal(count, hasOthers);
  return (
    <Box role="alert" sx={PANEL}>
      <Notice icon={<CircleAlert aria-hidden size={15} />} color="error.main" label={label}>
        {note}
      </Notice>
      <Button variant="outlined" size="small" onClick={uploads.removeRefused}>
        {action}
      </Button>
    </Box>
  );
}

interface NoticeProps {
  icon: ReactNode;
  color?: string;
  label: string;
  children: ReactNode;
}

const Notice = ({ icon, color = 'text.secondary', label, children }: NoticeProps) => (
  <Box sx={{ display: 'flex', gap: 2, fontSize: '0.8125rem' }}>
    <Box sx={{ flexShrink: 0, pt: '2px', lineHeight: 0, color }}>{icon}</Box>
    <Box>
      <Box sx={{ fontWeight: 500 }}>{label}</Box>
      <Box sx={{ color: 'text.secondary' }}>{children}</Box>
    </Box>
  </Box>
);

const PANEL = { display: 'grid', gap: 3, '& > button': { justifySelf: 'start' } } as const;
