import { hasHalfPrice } from '@portal/contracts/half-price';
import { useFormContext, useWatch } from 'react-hook-form';
import { nameProvider } from '../tools/labels.ts';
import type { FormValues } from './form-values.ts';
import { HalfPriceField } from './half-price-field.tsx';

/** For the chosen provider. */
export function HalfPriceChoice() {
  const { control, setValue } = useFormContext<FormValues>();
  const provider = useWatch({ control, name: 'provider' });
  const isHalfPrice = useWatch({ control, name: 'isHalfPrice' });
  return (
    <HalfPriceField
      isChosen={isHalfPrice}
      obstacle={hasHalfPrice(provider) ? undefined : `${nameProvider(provider)} does not offer half price.`}
      onChoose={(next) => setValue('isHalfPrice', next)}
    />
  );
}
