import type { BatchFacts } from '@portal/contracts/batches';
import { HALF_PRICE_HOURS } from '@portal/contracts/half-price';
import { describeExactTime } from '../../ui/relative-time.tsx';

export const HALF_PRICE_MS = HALF_PRICE_HOURS * 60 * 60 * 1000;

/** 'ready by Nov 29, 2026, 3:42 PM at the latest' */
export const describeDue = (time: number): string =>
  `ready by ${describeExactTime(new Date(time).toISOString())} at the latest`;

/** When the provider has promised a batch at half price. */
export const findDue = ({ createdAt, startedAt }: Pick<BatchFacts, 'createdAt' | 'startedAt'>): number =>
  Date.parse(startedAt ?? createdAt) + HALF_PRICE_MS;

/** What a cancel loses. */
export const HALF_PRICE_LOSS =
  'What has arrived stays. What the provider has made and not sent yet is charged and may be lost. The rest is cancelled and costs nothing.';
