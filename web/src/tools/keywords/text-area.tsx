import Box from '@mui/material/Box';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  value: string;
  isInvalid?: boolean;
  onChange: (text: string) => void;
}

/** Grows with its text. Not MUI's, which is slow with hundreds on a page. */
export const TextArea = ({ isInvalid = false, onChange, ...props }: Props) => (
  <Box
    component="textarea"
    aria-invalid={isInvalid}
    onChange={({ target }: { target: { value: string } }) => onChange(target.value)}
    {...props}
    sx={AREA}
  />
);

const AREA = {
  display: 'block',
  width: '100%',
  minWidth: 0,
  p: '6px 10px',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '8px',
  outline: 'none',
  bgcolor: 'background.paper',
  color: 'text.primary',
  font: 'inherit',
  fontSize: '0.875rem',
  lineHeight: 1.5,
  resize: 'none',
  fieldSizing: 'content',
  '&::placeholder': { color: 'text.secondary', opacity: 1 },
  '&:hover': { borderColor: 'text.secondary' },
  '&:focus': { borderColor: 'primary.main', boxShadow: 'inset 0 0 0 1px var(--mui-palette-primary-main)' },
  '&[aria-invalid=true]': { borderColor: 'error.main' },
  '&:disabled': { color: 'text.disabled', borderColor: 'divider' },
} as const;
