import { priceAt } from '@portal/contracts/half-price';
import { formatDollars, formatPrice } from '@portal/contracts/dollars';
import { ImageSizeSchema, type ImageSize } from '@portal/contracts/generation-request';
import { findGoogleSize, findPixels, listLargerSizes, type Pixels } from '@portal/contracts/image-sizes';
import type { Priced, PricingEntry } from '@portal/contracts/pricing';
import { isHalfPriced, priceEach, readPriced } from './estimate.ts';
import type { FormValues } from './form-values.ts';

const MEGAPIXEL = 1_000_000;

export interface SizeOption {
  /** '' is the standard size. */
  value: ImageSize | '';
  label: string;
  /** Megapixels, which need the aspect ratio, and price. */
  hint: string;
  pixels: Pixels | undefined;
}

/** The sizes of the chosen model: the standard one first. Empty before a model is chosen. */
export function listSizes(entries: readonly PricingEntry[], values: FormValues): SizeOption[] {
  const chosen = readPriced(values);
  if (!chosen) return [];
  const { size: _, ...priced } = chosen;
  return (['', ...listLargerSizes(priced)] as const).map((value) => {
    const sized = { ...priced, size: ImageSizeSchema.safeParse(value).data };
    const pixels = findChosenPixels(sized);
    const price = priceAt(priceEach(entries, sized), isHalfPriced(values));
    const dollars = priced.provider === 'google' ? formatPrice(price) : formatDollars(price);
    return {
      value,
      label: value || nameStandard(priced),
      hint: pixels ? `${formatMegapixels(pixels)} · ${dollars}` : dollars,
      pixels,
    };
  });
}

/** Undefined until the aspect ratio is chosen, if there is a choice. */
export const findChosenPixels = (priced: Priced): Pixels | undefined =>
  priced.provider === 'xai' || priced.aspectRatio ? findPixels(priced) : undefined;

/** Whether it is enough depends on the agency: see the summary of a job. */
export const describePixels = ({ pixels }: SizeOption): string | undefined =>
  pixels && `${pixels.width} × ${pixels.height} px`;

const nameStandard = (priced: Parameters<typeof findGoogleSize>[0]): string =>
  priced.provider === 'google' ? findGoogleSize(priced) : 'Standard';

const inMegapixels = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const formatMegapixels = ({ width, height }: Pixels): string =>
  `${inMegapixels.format((width * height) / MEGAPIXEL)} MP`;
