import { formatDollars, formatPrice } from '@portal/contracts/dollars';
import { ImageSizeSchema } from '@portal/contracts/generation-request';
import { hasHalfPrice, priceAt } from '@portal/contracts/half-price';
import { findPrice, type Priced, type PricingEntry } from '@portal/contracts/pricing';
import { describeSaving, describeSum } from '../../ui/describe-price.ts';
import { DEFAULT_VALUES, type FormValues } from './form-values.ts';
import { toRequest } from './to-request.ts';

/** Defaults of the spec. The price of this quantity is shown until the user has chosen. */
const DEFAULT_QUANTITY = 10;
const DEFAULT_QUALITY = 'high';

export interface Estimate {
  total: string;
  /** The calculation, such as '10 images × $0.04'. */
  sum: string;
}

/** Quantity times price. Undefined before a model is chosen. */
export function estimate(entries: readonly PricingEntry[], values: FormValues): Estimate | undefined {
  const priced = readPriced(values);
  if (!priced) return undefined;
  const { quantity } = values;
  const now = priceEach(entries, priced);
  const price = priceAt(now, isHalfPriced(values));
  const images = `${quantity} ${quantity === 1 ? 'image' : 'images'}`;
  const quality = priced.provider === 'openai' && priced.quality === undefined ? ', high quality' : '';
  if (price === 0 && priced.provider === 'google') return { total: formatPrice(price), sum: images };
  const more = isUntouched(values)
    ? ` · ${DEFAULT_QUANTITY} for ${formatDollars(DEFAULT_QUANTITY * price)}`
    : describeSaving(quantity * (now - price));
  const sum = describeSum(images, quantity, price);
  return { total: formatDollars(quantity * price), sum: `${sum}${quality}${more}` };
}

/** Dollars in total. Undefined before a model is chosen. */
export function estimateDollars(entries: readonly PricingEntry[], values: FormValues): number | undefined {
  const priced = readPriced(values);
  return priced && values.quantity * priceAt(priceEach(entries, priced), isHalfPriced(values));
}

/** Chosen, and offered by the provider. */
export const isHalfPriced = ({
  isHalfPrice,
  provider,
}: Pick<FormValues, 'isHalfPrice' | 'provider'>): boolean => isHalfPrice && hasHalfPrice(provider);

/** Dollars per image, made now. */
export const priceEach = (entries: readonly PricingEntry[], priced: Priced): number =>
  findPrice(entries, { ...priced, quality: priced.quality ?? DEFAULT_QUALITY });

/** The settings that determine the price. Undefined before a model is chosen. */
export function readPriced(values: FormValues): Priced | undefined {
  const { quality, aspectRatio, version, size } = toRequest(values);
  const read = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const { provider, model } = values;
  return model === ''
    ? undefined
    : {
        provider,
        model,
        quality: read(quality),
        aspectRatio: read(aspectRatio),
        version: read(version),
        size: ImageSizeSchema.safeParse(size).data,
      };
}

const PRICE_FIELDS = [
  'quantity',
  'provider',
  'isHalfPrice',
  'gptQuality',
  'gptAspectRatio',
  'gptSize',
] as const;

const isUntouched = (values: FormValues): boolean =>
  PRICE_FIELDS.every((name) => values[name] === DEFAULT_VALUES[name]);
