/** A small switch beside its label and hint, in the second column of their grid. */
export const SWITCH = {
  gridRow: '1 / 3',
  gridColumn: 2,
  width: 36,
  height: 20,
  p: 0,
  borderRadius: '10px',
  '& .MuiSwitch-track': { borderRadius: '10px', bgcolor: 'text.secondary', opacity: 1 },
  '& .MuiSwitch-switchBase': {
    p: '3px',
    '&.Mui-checked': { transform: 'translateX(16px)', color: 'primary.contrastText' },
    '&.Mui-checked + .MuiSwitch-track': { opacity: 1 },
  },
  '& .MuiSwitch-thumb': { width: 14, height: 14, boxShadow: 'none' },
  '&:has(:focus-visible)': {
    outline: '2px solid var(--mui-palette-primary-main)',
    outlineOffset: '2px',
  },
} as const;
