import { formatDollars } from '@portal/contracts/dollars';

interface Cost {
  /** Dollars. */
  cost: number;
  estimate: number;
  isOver: boolean;
}

/** 'Cost $0.03, estimated $0.04'; while something runs or waits, '$0.03 so far, about $0.04 in all'. */
export function describeCost(money: Cost): string {
  const { cost, estimate, isOver } = money;
  if (cost === 0 && estimate === 0) return 'Free';
  if (!isOver) return describeAmount(money);
  return cost === 0 ? 'Not charged' : `Cost ${describeAmount(money)}`;
}

/** The same where a label says that it is a cost: '$0.03, estimated $0.04'. */
export function describeAmount({ cost, estimate, isOver }: Cost): string {
  const [paid, expected] = [formatDollars(cost), formatDollars(estimate)];
  if (isOver) return paid === expected || estimate === 0 ? paid : `${paid}, estimated ${expected}`;
  if (cost === 0) return `About ${expected} in all`;
  if (estimate === 0) return `${paid} so far`;
  return cost > estimate
    ? `${paid} so far, estimated ${expected}`
    : `${paid} so far, about ${expected} in all`;
}
