const A_MILLION = 1_000_000;

/** To a millionth: sums of many prices end in crumbs. */
export const roundDollars = (dollars: number): number => Math.round(dollars * A_MILLION) / A_MILLION;
