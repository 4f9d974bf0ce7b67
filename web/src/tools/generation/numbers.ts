import { MAX_SEED, MAX_IMAGES } from '@portal/contracts/generation-request';

/** Rounds and clamps a quantity. Anything but a number becomes 1. */
export function clampQuantity(input: string | number): number {
  const number = Math.round(Number(input));
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), MAX_IMAGES);
}

/** Empty clears the seed. An invalid seed is ignored. */
export function parseSeed(text: string, current: number | ''): number | '' {
  const digits = text.trim();
  if (digits === '') return '';
  const isSeed = /^\d+$/.test(digits) && Number(digits) <= MAX_SEED;
  return isSeed ? Number(digits) : current;
}

export const pickRandomSeed = (random: () => number = Math.random): number =>
  Math.floor(random() * (MAX_SEED + 1));
