import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FieldFrame } from '../../../ui/field-frame.tsx';

interface Props {
  label: string;
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

interface TextProps extends Props {
  /** The default, which applies while the field is empty. */
  placeholder?: string | undefined;
  /** Dollars. */
  isPrice?: boolean;
  type?: 'text' | 'date';
}

export function SettingField({
  label,
  field,
  error,
  placeholder,
  isPrice = false,
  type = 'text',
}: TextProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} htmlFor={id} error={error}>
      <TextField
        {...field}
        id={id}
        type={type}
        error={error !== undefined}
        placeholder={placeholder}
        autoComplete="off"
        fullWidth
        slotProps={{
          htmlInput: { 'aria-describedby': `${id}-message`, ...(isPrice && { inputMode: 'decimal' }) },
          input: isPrice ? { startAdornment: <InputAdornment position="start">$</InputAdornment> } : {},
        }}
      />
    </FieldFrame>
  );
}

interface SelectProps extends Props {
  options: readonly { value: string; label: string }[];
}

/** A native select, which stays fast with many options. */
export function SettingSelect({ label, field, error, options }: SelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} htmlFor={id} error={error}>
      <TextField
        {...field}
        select
        id={id}
        error={error !== undefined}
        disabled={options.length === 1}
        fullWidth
        slotProps={{ select: { native: true }, htmlInput: { 'aria-describedby': `${id}-message` } }}
      >
        {options.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </TextField>
    </FieldFrame>
  );
}
