const STEPS = [1, 2, 5];
/** A bar that is this many times as high as the next one is cut, so that it does not flatten all others. */
const OUTLIER_FACTOR = 5;
const MAX_CUT = 2;

export interface Scale {
  /** Round amounts, from 0 to the top of the chart. */
  ticks: readonly number[];
  /** The amount at the top of the chart. Higher bars are cut there. */
  top: number;
}

export function pickScale(amounts: readonly number[], minStep = 1): Scale {
  const ticks = pickTicks(findHighestUncut(amounts), minStep);
  return { ticks, top: ticks.at(-1) ?? minStep };
}

function findHighestUncut(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((one, other) => other - one);
  const [highest = 0] = sorted;
  const next = sorted
    .slice(1, MAX_CUT + 1)
    .find((amount, index) => amount > 0 && (sorted[index] ?? 0) > OUTLIER_FACTOR * amount);
  return next ?? highest;
}

/** Two to five round numbers, from 0 to at least the highest amount. */
function pickTicks(highest: number, minStep: number): number[] {
  const rough = Math.max(highest / 3, minStep);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.max(Math.ceil(highest / step), 1);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
