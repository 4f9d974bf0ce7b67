import Tooltip from '@mui/material/Tooltip';
import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const TICK = MINUTE / 2;
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A minute hand that all relative times on the page share. */
function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK);
  return () => clearInterval(timer);
}
const readTick = () => Math.floor(Date.now() / TICK) * TICK;

/** '5 min. ago', which stays true while the page is open; the exact time on hover. */
export function RelativeTime({ value }: { value: string }) {
  const now = useSyncExternalStore(subscribe, readTick);
  const date = new Date(value);
  return (
    <Tooltip title={exact.format(date)}>
      <time dateTime={value}>{describe(date.getTime() - now)}</time>
    </Tooltip>
  );
}

function describe(distance: number): string {
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length) return relative.format(Math.trunc(distance / length), unit);
  }
  return 'just now';
}
