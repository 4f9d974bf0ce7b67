import Box from '@mui/material/Box';
import { useId } from 'react';
import { MAX_ROW_HEIGHT, MIN_ROW_HEIGHT } from './row-height.ts';

interface Props {
  height: number;
  onChange: (height: number) => void;
}

/** The size of pictures in the Library and in a job, at the end of a line. */
export function RowHeightControl({ height, onChange }: Props) {
  const id = useId();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, ml: 'auto' }}>
      <label htmlFor={id}>Picture size</label>
      <Box
        component="input"
        id={id}
        type="range"
        min={MIN_ROW_HEIGHT}
        max={MAX_ROW_HEIGHT}
        step={8}
        value={height}
        onChange={({ target }) => onChange(Number(target.value))}
        sx={{ width: 120, accentColor: 'var(--mui-palette-primary-main)' }}
      />
    </Box>
  );
}
