import { describeDuration } from '@portal/contracts/describe-duration';
import Tooltip from '@mui/material/Tooltip';
import { useNow } from './use-now.ts';

const MINUTE = 60_000;
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export const describeExactTime = (value: string): string => exact.format(new Date(value));

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** '2:00 AM', for times of today. */
export const describeClock = (value: string | number): string => clock.format(new Date(value));

/** '5 min ago', kept up to date. The tooltip shows the exact time. */
export function RelativeTime({ value }: { value: string }) {
  const now = useNow(MINUTE / 2);
  return (
    <Tooltip title={describeExactTime(value)}>
      <time dateTime={value}>{describe(Date.parse(value) - now)}</time>
    </Tooltip>
  );
}

function describe(distance: number): string {
  if (Math.abs(distance) < MINUTE) return 'just now';
  const duration = describeDuration(Math.abs(distance));
  return distance < 0 ? `${duration} ago` : `in ${duration}`;
}
