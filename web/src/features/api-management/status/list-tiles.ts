import type { Stats } from '@portal/contracts/api-status';
import { formatCount } from '../../../shared/ui/count.ts';
import type { Tile } from '../../../shared/ui/tiles.tsx';

/** The four numbers that say how the last 24 hours went. */
export const listTiles = (stats: Stats): Tile[] => [
  {
    label: 'Total Requests',
    value: formatCount(stats.totalRequests),
    note: `${formatCount(stats.failedRequests)} failed`,
  },
  {
    label: 'Success Rate',
    value: formatRate(stats.successfulRequests, stats.totalRequests),
    note: `${formatCount(stats.successfulRequests)} succeeded`,
  },
  { label: 'Avg Latency', value: `${formatCount(Math.round(stats.averageLatency))} ms`, note: 'of a call' },
  { label: 'System Uptime', value: formatUptime(stats.uptime), note: 'minutes without an outage' },
];

const formatRate = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;

/** Never rounded up: a minute that was lost is not 100%. */
const formatUptime = (percent: number): string => `${Number((Math.floor(percent * 100) / 100).toFixed(2))}%`;
