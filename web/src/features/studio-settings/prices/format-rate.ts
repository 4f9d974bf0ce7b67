const exact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/** A price per image as a setting has it, which is not rounded to cents: '$0.042'. */
export const formatRate = (dollars: number): string => exact.format(dollars);
