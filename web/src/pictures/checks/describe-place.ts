import type { Issue } from '@portal/contracts/checks';

/** A larger share of the picture is no place in it. */
const MAX_SHARE = 0.6;

/** 'top left' or 'center', by the middle of a box in percent. Undefined for most of the picture. */
export function describePlace({ left, top, width, height }: NonNullable<Issue['box']>): string | undefined {
  if ((width * height) / 10_000 > MAX_SHARE) return undefined;
  const across = nameThird(left + width / 2, ['left', '', 'right']);
  const down = nameThird(top + height / 2, ['top', '', 'bottom']);
  return [down, across].filter((word) => word !== '').join(' ') || 'center';
}

const nameThird = (percent: number, [first, second, third]: readonly [string, string, string]): string => {
  if (percent < 100 / 3) return first;
  return percent < 200 / 3 ? second : third;
};
