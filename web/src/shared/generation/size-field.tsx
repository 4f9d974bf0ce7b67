import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { FieldFrame } from '../ui/field-frame.tsx';
import { Segments } from '../ui/segments.tsx';
import { LABELS } from './choices.ts';
import { describePixels, listSizes } from './describe-sizes.ts';
import { pricingQuery } from './form-queries.ts';
import { FormValuesSchema, type FormValues } from './form-values.ts';

interface Props {
  name: 'gptSize' | 'grokSize' | 'imagenSize' | 'imagen4Size';
}

/** The size, with the pixels and the price of each. Hidden for models of a single size. */
export function SizeField({ name }: Props) {
  const id = useId();
  const { control } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ name, control });
  const { data: entries = [] } = useQuery(pricingQuery);
  const sizes = useWatch({ control, compute: (values: FormValues) => listSizes(entries, values) });
  const chosen = sizes.find(({ value }) => value === field.value) ?? sizes[0];
  if (!chosen || sizes.length < 2) return null;
  return (
    <FieldFrame id={id} label={LABELS[name]} error={fieldState.error?.message} hint={describePixels(chosen)}>
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
