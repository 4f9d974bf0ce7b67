import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

const pulse = keyframes({ '50%': { opacity: 0.35 } });

interface Props {
  icon: ReactNode;
  /** What the bar shows, as text: '7/12 completed'. */
  label: string;
  /** Shown at the end of the line, such as the time left. */
  note?: ReactNode;
  /** From 0 to 1. 'waiting' pulses. Undefined hides the bar. */
  value?: number | 'waiting' | undefined;
}

export const ProgressRow = ({ icon, label, note, value }: Props) => (
  <Box sx={{ display: 'grid', gap: 1.5 }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, fontSize: '0.8125rem' }}>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontWeight: 500 }}>
        <Box component="span" sx={{ display: 'flex', flexShrink: 0 }}>
          {icon}
        </Box>
        {label}
      </Box>
      <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
        {note}
      </Box>
    </Box>
    {value !== undefined && <Bar label={label} value={value} />}
  </Box>
);

function Bar({ label, value }: { label: string; value: number | 'waiting' }) {
  const isWaiting = value === 'waiting';
  return (
    <Box
      role="progressbar"
      aria-label={label}
      {...(!isWaiting && { 'aria-valuenow': Math.round(value * 100) })}
      sx={{ height: 4, borderRadius: 2, overflow: 'hidden', bgcolor: 'action.selected' }}
    >
      <Box
        sx={{
          height: '100%',
          borderRadius: 2,
          transformOrigin: 'left',
          transition: 'transform 200ms ease-out',
          bgcolor: isWaiting ? 'text.secondary' : 'primary.main',
          ...(isWaiting && { opacity: 0.7, animation: `${pulse} 1.6s ease-in-out infinite` }),
        }}
        style={{ transform: `scaleX(${isWaiting ? 1 : value})` }}
      />
    </Box>
  );
}
