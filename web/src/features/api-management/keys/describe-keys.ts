import type { KeyStatus } from '@portal/contracts/api-status';
import { countOf, formatCount } from '../../../ui/count.ts';
import type { Tone } from '../../../ui/status-word.tsx';

interface StatusText {
  tone: Tone;
  word: string;
  message?: string;
}

const STATES: Readonly<Record<string, StatusText>> = {
  healthy: { tone: 'good', word: 'Healthy' },
  warning: {
    tone: 'warning',
    word: 'Warning',
    message: 'Some keys may be experiencing issues or approaching limits.',
  },
  error: {
    tone: 'bad',
    word: 'Error',
    message: 'Critical issues detected. Some or all keys may be non-functional.',
  },
  unused: { tone: 'neutral', word: 'Unused', message: 'This provider has no keys.' },
};

/** Unknown statuses are shown as they are, with a neutral tone. */
export const describeStatus = (status: string): StatusText =>
  STATES[status] ?? { tone: 'neutral', word: status.charAt(0).toUpperCase() + status.slice(1) };

/** '2 of 2 keys · 30 at once · 3,600 per minute': fits in one line of a phone. */
export const summarizeKeys = ({ activeKeys, totalKeys, capacity, rateLimit }: KeyStatus): string =>
  `${activeKeys} of ${countOf(totalKeys, 'key')} · ${formatCount(capacity)} at once · ${formatCount(rateLimit)} per minute`;

/** The result of a check in one sentence. */
export const describeCheck = ({ totalKeys, outKeys }: Pick<KeyStatus, 'totalKeys' | 'outKeys'>): string =>
  outKeys === 0
    ? `${countOf(totalKeys, 'key')} checked, none rejected.`
    : `${outKeys} of ${countOf(totalKeys, 'key')} still rejected.`;
