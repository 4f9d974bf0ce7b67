import { formatDollars } from '@portal/contracts/dollars';
import type { Pipeline } from '@portal/contracts/pipelines';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { CalendarClock, MousePointerClick } from 'lucide-react';
import { countHeld, willAskForChoice } from '../../../tools/pipelines/describe-pipeline.ts';
import { countOf } from '../../../ui/count.ts';
import { LoadingButton } from '../../../ui/loading-button.tsx';
import { describeExactTime, RelativeTime } from '../../../ui/relative-time.tsx';
import { nameTimeZone } from '../form/start-time.ts';

interface Props {
  job: Pipeline;
  isStarting: boolean;
  onStartNow: () => void;
}

/** What the job waits for, or why it did not start. */
export function JobNotice({ job, isStarting, onStartNow }: Props) {
  const { state, startAt, reason } = job;
  const held = countHeld(job);
  // Both are as high, so that nothing moves when the last picture is made.
  const willAsk = willAskForChoice(job);
  if (state === 'choosing' || willAsk)
    return (
      <Alert severity="info" variant="outlined" icon={<MousePointerClick aria-hidden size={20} />} sx={ALERT}>
        <Box component="h2" sx={TITLE}>
          {held > 0 && `Agencies may refuse ${countOf(held, 'picture')}: choose which continue`}
          {held === 0 &&
            (willAsk ? 'You choose the pictures that continue' : 'Choose the pictures to continue with')}
        </Box>
        {willAsk ? 'Once all are made: click' : 'Click'} pictures, or press Space on them. In the viewer, P
        chooses a picture and X leaves it out.{' '}
        {held > 0
          ? 'Those that you choose continue to the next stage, the others end here. All other pictures have continued.'
          : 'Only those that you choose continue to the next stage.'}
      </Alert>
    );
  if (state === 'scheduled' && startAt !== null)
    return (
      <Alert severity="info" variant="outlined" icon={<CalendarClock aria-hidden size={20} />} sx={ALERT}>
        <Box component="h2" sx={TITLE}>
          Starts {describeExactTime(startAt)} ({nameTimeZone(new Date(startAt))})
        </Box>
        <RelativeTime value={startAt} /> · Price and budget are checked again then.
      </Alert>
    );
  if (state === 'refused')
    return (
      <Alert
        severity="error"
        variant="outlined"
        sx={ALERT}
        action={
          <LoadingButton variant="contained" size="small" loading={isStarting} onClick={onStartNow}>
            Start now for about {formatDollars(job.estimate)}
          </LoadingButton>
        }
      >
        <Box component="h2" sx={TITLE}>
          This job was not started
        </Box>
        {reason ?? 'The portal could not start it.'} You were not charged.
      </Alert>
    );
  return undefined;
}

const TITLE = { m: 0, typography: 'h3', color: 'text.primary' } as const;
const ALERT = {
  borderRadius: '12px',
  color: 'text.secondary',
  // On a phone, the button is below the text.
  flexWrap: 'wrap',
  '& .MuiAlert-message': { flex: '1 1 200px' },
  '& .MuiAlert-action': { alignItems: 'center' },
} as const;
