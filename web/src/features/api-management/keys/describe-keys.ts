import type { KeyStatus } from '@portal/contracts/api-status';
import { countOf } from '../../../shared/ui/count.ts';
import type { Tone } from '../../../shared/ui/status-word.tsx';

interface Words {
  tone: Tone;
  word: string;
  message?: string;
}

const STATES: Readonly<Record<string, Words>> = {
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
  unused: { tone: 'neutral', word: 'Unused', message: 'There is no key for this provider.' },
};

/** Any other status is said as it is, without a judgement. */
export const describeStatus = (status: string): Words =>
  STATES[status] ?? { tone: 'neutral', word: status.charAt(0).toUpperCase() + status.slice(1) };

/** What became of a check, in a sentence. */
export const describeCheck = ({ totalKeys, outKeys }: Pick<KeyStatus, 'totalKeys' | 'outKeys'>): string =>
  outKeys === 0
    ? `${countOf(totalKeys, 'key')} asked for: none is rejected.`
    : `${outKeys} of ${countOf(totalKeys, 'key')} ${outKeys === 1 ? 'is' : 'are'} still rejected.`;
