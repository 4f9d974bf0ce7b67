import { priceAt } from '@portal/contracts/half-price';
import type { Deps } from '../deps.ts';
import { toDollars, toMicrosAtLeast, type Micros } from '../../spend/micros.ts';
import type { Tool } from '../tool.ts';

/** Expected dollars per item. */
export async function priceItem<Settings extends object>(
  deps: Deps,
  tool: Tool<Settings>,
  settings: Settings,
  isHalfPrice: boolean,
): Promise<number> {
  return priceAt(await tool.estimate(deps, settings), isHalfPrice);
}

/** Maximum cost of one attempt. */
export async function findMaxItemCost<Settings extends object>(
  deps: Deps,
  tool: Tool<Settings>,
  settings: Settings,
  isHalfPrice: boolean,
): Promise<Micros> {
  const maxCost = await tool.findMaxCost(deps, settings);
  return toMicrosAtLeast(priceAt(toDollars(maxCost), isHalfPrice));
}
