const inDollars = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  });
const total = inDollars(2);
const each = inDollars(4);

export const formatTotal = (dollars: number): string => total.format(dollars);
/** Of one image, which may be a part of a cent. */
export const formatEach = (dollars: number): string => each.format(dollars);
