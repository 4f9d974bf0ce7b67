import { ImageSizeSchema, type Model } from '@portal/contracts/generation-request';
import type { Pricing, PricingEntry } from '@portal/contracts/pricing';
import {
  PROVIDER_OF,
  savePricing,
  SavedPricingSchema,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import { call } from '../../../client/api/client.ts';
import { readNumber, readText, writeField } from '../section/field-values.ts';
import { useSection } from '../section/use-section.ts';
import type { OptionName } from './price-options.ts';

export interface PriceValues extends Record<OptionName, string> {
  model: Model;
  price: string;
}
export interface PricesValues {
  models: PriceValues[];
}
export type SavedPrices = StudioSettings['pricing'];

export const NEW_PRICE: PriceValues = {
  model: 'gpt-image-1',
  quality: '',
  aspectRatio: '',
  version: '',
  size: '',
  price: '',
};

const toRow = ({ model, quality, aspectRatio, version, size, price }: PricingEntry): PriceValues => ({
  model,
  quality: writeField(quality),
  aspectRatio: writeField(aspectRatio),
  version: writeField(version),
  size: writeField(size),
  price: writeField(price),
});

export const readEntry = ({ model, quality, aspectRatio, version, size }: Omit<PriceValues, 'price'>) => ({
  provider: PROVIDER_OF[model],
  model,
  quality: readText(quality),
  aspectRatio: readText(aspectRatio),
  version: readText(version),
  size: ImageSizeSchema.safeParse(size).data,
});

export const usePrices = (saved: SavedPrices) =>
  useSection<SavedPrices, PricesValues, Pricing, Pricing>({
    title: 'Prices',
    saved,
    toValues: ({ settings }) => ({ models: (settings?.models ?? []).map(toRow) }),
    toInput: ({ models }) => ({
      models: models.map((row) => ({ ...readEntry(row), price: readNumber(row.price) })),
    }),
    schema: SavedPricingSchema,
    toSettings: (pricing) => (pricing.models.length > 0 ? pricing : null),
    send: (body) => call(savePricing, { body }),
    pick: ({ pricing }) => pricing,
  });
