import { MAX_IMAGES } from '@portal/contracts/generation-request';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Slider from '@mui/material/Slider';
import { useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { FieldFrame } from '../../../ui/field-frame.tsx';
import { labelField, type FormValues } from '../../../tools/generation/form-values.ts';
import { clampQuantity } from '../../../tools/generation/numbers.ts';

/** A slider with a number field. */
export function QuantityField() {
  const id = useId();
  const { control } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ name: 'quantity', control });
  // The text while typing. The form value is its clamped number.
  const [typed, setTyped] = useState<string>();
  const change = (input: string | number) => field.onChange(clampQuantity(input));
  return (
    <FieldFrame id={id} label={labelField('quantity')} isRow error={fieldState.error?.message}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, pl: 2 }}>
        <Slider
          size="small"
          min={1}
          max={MAX_IMAGES}
          step={1}
          value={field.value}
          onChange={(_event, value) => change(value)}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-message`}
        />
        <OutlinedInput
          size="small"
          value={typed ?? field.value}
          inputRef={field.ref}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            if (!/^-?[\d.]*$/.test(target.value)) return;
            setTyped(target.value);
            if (target.value.trim() !== '') change(target.value);
          }}
          onBlur={() => {
            setTyped(undefined);
            field.onBlur();
          }}
          onKeyDown={({ key }) => key === 'Enter' && setTyped(undefined)}
          slotProps={{ input: { inputMode: 'numeric', 'aria-label': 'Number of images' } }}
          sx={{ width: 64, flexShrink: 0, '& input': { textAlign: 'center', px: 1, py: '6px' } }}
        />
      </Box>
    </FieldFrame>
  );
}
