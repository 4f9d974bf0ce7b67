import { formatDollars } from '@portal/contracts/dollars';
import type { BatchPlan } from '../../batches/engine/new-batch.ts';
import { findMaxItemCost, priceItem } from '../../batches/engine/price-item.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { findExpectedPrice, findShortfallOf, type PricedItems } from '../../spend/check-budget.ts';
import { toMicros } from '../../spend/micros.ts';
import { monthOf } from '../../spend/spend-store.ts';
import { readPlanned } from './pipeline-store.ts';
import type { PlannedBatch } from './plan-chains.ts';

export interface PricedBatch extends PlannedBatch, Pick<BatchPlan, 'price'> {}

/** Today's prices, and the maximum cost of each kind of batch. */
export async function priceBatches(
  deps: Deps,
  batches: readonly PlannedBatch[],
): Promise<{ batches: PricedBatch[]; charged: PricedItems[]; estimate: number; expected: number }> {
  const priced: PricedBatch[] = [];
  const charged: PricedItems[] = [];
  for (const batch of batches) {
    const { tool, variants } = batch;
    const settings = tool.settings.parse(batch.settings);
    const isHalfPrice = batch.halfPrice !== undefined;
    const price = await priceItem(deps, tool, settings, isHalfPrice);
    priced.push({ ...batch, price });
    if (!tool.isCharged) continue;
    const maxCost = await findMaxItemCost(deps, tool, settings, isHalfPrice);
    charged.push({ price, maxCost, count: variants.length });
  }
  const estimate = priced.reduce((sum, { price, variants }) => sum + price * variants.length, 0);
  const expected = charged.reduce((sum, each) => sum + findExpectedPrice(each) * each.count, 0);
  return { batches: priced, charged, estimate, expected };
}

export class PriceRisen extends AppError {
  readonly estimate: number;
  constructor(agreed: number, now: number) {
    super(
      'conflict',
      `The price has risen from ${formatDollars(agreed)} to ${formatDollars(now)}. Start the job again to accept the new price.`,
    );
    this.estimate = now;
  }
}

/** The owner has agreed to the earlier price. */
export function assertPrice(agreed: number, now: number): void {
  if (toMicros(now) > toMicros(agreed)) throw new PriceRisen(agreed, now);
}

/** Of all stages together, before anything is paid. A job that starts later comes after those that are scheduled already. */
export async function assertWithinBudget(
  { firestore }: Pick<Deps, 'firestore'>,
  owner: string,
  charged: readonly PricedItems[],
  later: Date | undefined,
): Promise<void> {
  const planned = later ? await readPlanned(firestore, later) : [];
  const shortfall = await findShortfallOf(firestore, owner, charged, 'job', {
    month: monthOf(later ?? new Date()),
    planned,
  });
  if (shortfall !== undefined) throw new AppError('conflict', shortfall);
}
