const inDollars = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  });
const total = inDollars(2);
const each = inDollars(4);

/** The price of one image, which may be less than a cent. */
export const formatEach = (dollars: number): string => each.format(dollars);

const CENT = 0.01;

/** Rounded to cents, except for amounts below one cent. */
export const formatTotal = (dollars: number): string => (dollars < CENT ? each : total).format(dollars);

/** '$0.38 of about $0.40', or one amount if both look the same. */
export function formatCost(cost: number, estimate: number): string {
  const [paid, expected] = [formatTotal(cost), formatTotal(estimate)];
  return paid === expected ? paid : `${paid} of about ${expected}`;
}
