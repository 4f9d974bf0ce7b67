const inDollars = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  });
const total = inDollars(2);
const each = inDollars(4);

/** Of one image, which may be a part of a cent. */
export const formatEach = (dollars: number): string => each.format(dollars);

const CENT = 0.01;

/** To the cent; what is less than one is not nothing. */
export const formatTotal = (dollars: number): string => (dollars < CENT ? each : total).format(dollars);
