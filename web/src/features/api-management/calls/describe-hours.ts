import { PROVIDER_TITLES } from '@portal/contracts/generation-request';
import { formatCount, countOf } from '../../../ui/count.ts';
import type { Column, Layer } from './stack-hours.ts';

export const nameLayer = (layer: Layer): string => (layer === 'failed' ? 'Failed' : PROVIDER_TITLES[layer]);

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
export const formatHour = (hour: string): string => clock.format(new Date(hour));

/** '14:00: OpenAI 12, Google 3, Failed 1' */
export const describeColumn = ({ hour, segments }: Column): string =>
  `${formatHour(hour)}: ${
    segments.length === 0
      ? 'no calls'
      : segments.map(({ layer, from, to }) => `${nameLayer(layer)} ${formatCount(to - from)}`).join(', ')
  }`;

/** The chart in one sentence, also for screen readers. */
export function describeDay(columns: readonly Column[]): string {
  const sum = (count: (column: Column) => number) =>
    columns.reduce((total, column) => total + count(column), 0);
  const busiest = columns.reduce<Column | undefined>(
    (best, column) => (column.calls > (best?.calls ?? 0) ? column : best),
    undefined,
  );
  if (!busiest) return 'No calls in the last 24 hours';
  const calls = countOf(
    sum((column) => column.calls),
    'call',
  );
  const failed = formatCount(sum((column) => column.failed));
  return `${calls} in the last 24 hours, ${failed} failed; peak at ${formatHour(busiest.hour)} with ${formatCount(busiest.calls)}`;
}
