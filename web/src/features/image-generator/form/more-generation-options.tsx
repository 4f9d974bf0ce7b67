import { hasHalfPrice } from '@portal/contracts/half-price';
import { useFormContext, useWatch } from 'react-hook-form';
import { isHalfPriced } from '../../../tools/generation/estimate.ts';
import type { FormValues } from '../../../tools/generation/form-values.ts';
import { HalfPriceField, LATER } from '../../../tools/generation/half-price-field.tsx';
import { SizeField, useSizes } from '../../../tools/generation/size-field.tsx';
import { MoreOptions } from '../../../ui/more-options/more-options.tsx';

/** Sizes, and half price, as far as the chosen model and its provider offer them. */
export function MoreGenerationOptions() {
  const { control, setValue } = useFormContext<FormValues>();
  const provider = useWatch({ control, name: 'provider' });
  const isHalfPrice = useWatch({ control, name: 'isHalfPrice' });
  const size = useSizes();
  const isOffered = hasHalfPrice(provider);
  if (!size && !isOffered) return undefined;
  return (
    <MoreOptions
      form="image-generator"
      summary={[
        size !== undefined && size.chosen.value !== '' && size.chosen.label,
        isHalfPriced({ isHalfPrice, provider }) && LATER,
      ]}
    >
      <SizeField />
      {isOffered && (
        <HalfPriceField isChosen={isHalfPrice} onChoose={(next) => setValue('isHalfPrice', next)} />
      )}
    </MoreOptions>
  );
}
