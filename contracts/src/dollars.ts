const inCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const inTwoDigits = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumSignificantDigits: 2,
});

const CENT = 0.01;
const MICROS_PER_DOLLAR = 1_000_000;

/** To cents, and below one cent to two digits. */
export function roundDollars(dollars: number): number {
  // Sums of fractions may be off in the last digit.
  const micros = Math.round(dollars * MICROS_PER_DOLLAR);
  const small = Number((micros / MICROS_PER_DOLLAR).toPrecision(2));
  return small > 0 && small < CENT ? small : Math.round(micros / 10_000) / 100;
}

/** '$12.40', and below one cent two digits: '$0.0042'. */
export function formatDollars(dollars: number): string {
  const rounded = roundDollars(dollars);
  return (rounded > 0 && rounded < CENT ? inTwoDigits : inCents).format(rounded);
}

/** The same for what is offered: 'Free' instead of $0. */
export const formatPrice = (dollars: number): string => (dollars === 0 ? 'Free' : formatDollars(dollars));
