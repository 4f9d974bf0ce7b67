import { HIGHEST_SEED, MOST_IMAGES } from '@portal/contracts/generation-request';

/** A whole number of images that may be asked for; what is no number is the least. */
export function clampQuantity(input: string | number): number {
  const number = Math.round(Number(input));
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), MOST_IMAGES);
}

/** What a typed seed makes of the field: empty clears it, what is no seed leaves it as it was. */
export function parseSeed(text: string, before: number | ''): number | '' {
  const digits = text.trim();
  if (digits === '') return '';
  const isSeed = /^\d+$/.test(digits) && Number(digits) <= HIGHEST_SEED;
  return isSeed ? Number(digits) : before;
}

export const pickRandomSeed = (random: () => number = Math.random): number =>
  Math.floor(random() * (HIGHEST_SEED + 1));
