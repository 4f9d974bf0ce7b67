import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useId, type ReactNode } from 'react';
import { SWITCH } from '../../../ui/switch-style.ts';

interface Props {
  label: string;
  hint: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
  /** Options that are shown while it is on. */
  children?: ReactNode;
}

/** Something that can be switched on, with its options. */
export function SwitchRow({ label, hint, isOn, isDisabled = false, onChange, children }: Props) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr) auto',
          alignItems: 'center',
          columnGap: 4,
        }}
      >
        <Box component="label" htmlFor={id} sx={{ typography: 'h3' }}>
          {label}
        </Box>
        <Switch
          id={id}
          checked={isOn}
          disabled={isDisabled}
          onChange={(_event, next) => onChange(next)}
          slotProps={{ input: { role: 'switch', 'aria-describedby': `${id}-hint` } }}
          sx={SWITCH}
        />
        <Box id={`${id}-hint`} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {hint}
        </Box>
      </Box>
      {isOn && children !== undefined && <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>{children}</Box>}
    </Box>
  );
}
