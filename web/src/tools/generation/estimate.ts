import { formatDollars, formatPrice } from '@portal/contracts/dollars';
import { ImageSizeSchema } from '@portal/contracts/generation-request';
import { hasHalfPrice, priceAt } from '@portal/contracts/half-price';
import {
  findEntryPrice,
  findPrice,
  type Priced,
  type PriceList,
  type PricingEntry,
} from '@portal/contracts/pricing';
import { describeSum } from '../../ui/describe-price.ts';
import { DEFAULT_VALUES, type FormValues } from './form-values.ts';
import { toRequest } from './to-request.ts';

/** Defaults of the spec. The price of this quantity is shown until the user has chosen. */
const DEFAULT_QUANTITY = 10;
const DEFAULT_QUALITY = 'high';

/** Until the server has answered. */
export const NO_PRICES: PriceList = { models: [], lately: [], maximums: [] };

export interface Estimate {
  total: string;
  /** The calculation, such as '10 images × $0.04', and what images have cost lately if that differs. */
  sum: string;
}

/** Quantity times price. Undefined before a model is chosen. */
export function estimate(prices: PriceList, values: FormValues): Estimate | undefined {
  const priced = readPriced(values);
  if (!priced) return undefined;
  const { quantity } = values;
  const now = priceEach(prices.models, priced);
  const price = priceAt(now, isHalfPriced(values));
  const images = `${quantity} ${quantity === 1 ? 'image' : 'images'}`;
  const quality = priced.provider === 'openai' && priced.quality === undefined ? ', high quality' : '';
  const lately = describeLately(price, findLately(prices, priced, isHalfPriced(values)));
  if (price === 0 && priced.provider === 'google')
    return { total: formatPrice(price), sum: `${images}${lately}` };
  const more = isUntouched(values)
    ? ` · ${DEFAULT_QUANTITY} for ${formatDollars(DEFAULT_QUANTITY * price)}`
    : '';
  const sum = describeSum(images, quantity, price);
  return { total: formatDollars(quantity * price), sum: `${sum}${quality}${more}${lately}` };
}

/** Dollars in total, as budgets count them. Undefined before a model is chosen. */
export function findExpectedDollars(prices: PriceList, values: FormValues): number | undefined {
  const priced = readPriced(values);
  return priced && values.quantity * priceAt(findExpectedPrice(prices, priced), isHalfPriced(values));
}

/** Dollars per image, made now: the estimate, unless no image can cost as much. */
export const findExpectedPrice = ({ models, maximums }: PriceList, priced: Priced): number =>
  Math.min(priceEach(models, priced), findEntryPrice(maximums, withQuality(priced)) ?? Infinity);

/** Dollars that such images have cost on average; undefined if none were made. */
export function findLately({ lately }: PriceList, priced: Priced, isHalfPrice: boolean): number | undefined {
  const price = findEntryPrice(lately, withQuality(priced));
  return price === undefined ? undefined : priceAt(price, isHalfPrice);
}

/** ' · lately $0.02 each', or nothing if that is what the estimate says. */
export const describeLately = (price: number, lately: number | undefined): string =>
  lately === undefined || formatDollars(lately) === formatDollars(price)
    ? ''
    : ` · lately ${formatDollars(lately)} each`;

/** Chosen, and offered by the provider. */
export const isHalfPriced = ({
  isHalfPrice,
  provider,
}: Pick<FormValues, 'isHalfPrice' | 'provider'>): boolean => isHalfPrice && hasHalfPrice(provider);

/** Dollars per image, made now. */
export const priceEach = (entries: readonly PricingEntry[], priced: Priced): number =>
  findPrice(entries, withQuality(priced));

const withQuality = (priced: Priced): Priced => ({ ...priced, quality: priced.quality ?? DEFAULT_QUALITY });

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
