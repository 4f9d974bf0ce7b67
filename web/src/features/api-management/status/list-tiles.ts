import type { Stats } from '@portal/contracts/api-status';
import { formatCount } from '../../../ui/count.ts';
import type { Tile } from '../../../ui/tiles.tsx';

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
  { label: 'Avg Latency', value: `${formatCount(Math.round(stats.averageLatency))} ms`, note: 'per call' },
  { label: 'System Uptime', value: formatUptime(stats.uptime), note: 'last 24 hours' },
];

const formatRate = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;

/** Never rounds up, so that any outage shows as less than 100%. */
const formatUptime = (percent: number): string => `${Number((Math.floor(percent * 100) / 100).toFixed(2))}%`;
