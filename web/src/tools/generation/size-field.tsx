import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { describePixels, listSizes } from './describe-sizes.ts';
import { NO_PRICES } from './estimate.ts';
import { pricingQuery } from './form-queries.ts';
import { FormValuesSchema, labelField, type FormValues } from './form-values.ts';

type SizeName = 'gptSize' | 'grokSize' | 'imagenSize' | 'imagen4Size';

function findName({ provider, model }: Pick<FormValues, 'provider' | 'model'>): SizeName {
  if (provider === 'xai') return 'grokSize';
  if (provider === 'google') return model === 'imagen3' ? 'imagenSize' : 'imagen4Size';
  return 'gptSize';
}

/** The sizes of the chosen model, if there is a choice, and the chosen one. */
export function useSizes() {
  const { control } = useFormContext<FormValues>();
  const { data: prices = NO_PRICES } = useQuery(pricingQuery);
  return useWatch({
    control,
    compute: (values: FormValues) => {
      const sizes = listSizes(prices.models, values);
      const name = findName(values);
      const chosen = sizes.find(({ value }) => value === values[name]) ?? sizes[0];
      return chosen && sizes.length > 1 ? { name, sizes, chosen } : undefined;
    },
  });
}

/** The size, with the pixels and the price of each. Hidden for models of a single size. */
export function SizeField() {
  const choice = useSizes();
  // A field of its own for each name.
  return choice && <SizeSegments key={choice.name} {...choice} />;
}

function SizeSegments({ name, sizes, chosen }: NonNullable<ReturnType<typeof useSizes>>) {
  const id = useId();
  const { control } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ name, control });
  return (
    <FieldFrame
      id={id}
      label={labelField(name)}
      error={fieldState.error?.message}
      hint={describePixels(chosen)}
    >
      <Segments
        id={id}
        name={name}
        value={chosen.value}
        segments={sizes}
        isInvalid={fieldState.invalid}
        focusRef={field.ref}
        onBlur={field.onBlur}
        onChoose={(value) => field.onChange(FormValuesSchema.shape[name].parse(value))}
      />
    </FieldFrame>
  );
}
