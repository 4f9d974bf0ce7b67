import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

const pulse = keyframes({ '50%': { opacity: 0.35 } });

const BAR_PX = 4;

interface Props {
  icon: ReactNode;
  /** What the bar shows, as text: '7/12 completed'. */
  label: string;
  /** Beside the label, in one line. */
  detail?: ReactNode;
  /** After them, or below in a narrow container. */
  facts?: ReactNode;
  /** Shown at the end of the line, such as the time left. */
  note?: ReactNode;
  /** From 0 to 1. 'waiting' pulses. Undefined hides the bar. */
  value?: number | 'waiting' | undefined;
  /** Leaves room for a hidden bar, so that nothing moves when it goes. */
  keepsBar?: boolean;
}

export const ProgressRow = ({ icon, label, detail, facts, note, value, keepsBar = false }: Props) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
    <Box
      sx={{
        display: 'flex',
        flexWrap: detail === undefined ? 'wrap' : 'nowrap',
        alignItems: 'center',
        gap: 1.5,
        fontSize: '0.8125rem',
        ...(facts !== undefined && WITH_FACTS),
      }}
    >
      <Box
        component="span"
        sx={{ display: 'flex', flexShrink: 0, alignItems: 'center', gap: 1.5, fontWeight: 500 }}
      >
        <Box component="span" sx={{ display: 'flex', flexShrink: 0 }}>
          {icon}
        </Box>
        {label}
      </Box>
      {detail}
      {facts !== undefined && (
        <Box data-facts sx={{ minWidth: 0 }}>
          {facts}
        </Box>
      )}
      {note !== undefined && (
        <Box component="span" sx={{ ml: 'auto', flexShrink: 0, color: 'text.secondary' }}>
          {note}
        </Box>
      )}
    </Box>
    {value !== undefined && <Bar label={label} value={value} />}
    {value === undefined && keepsBar && <Box sx={{ height: BAR_PX }} />}
  </Box>
);

/** Only what is in the middle shrinks, so that a change of state moves nothing. */
const WITH_FACTS = {
  flexWrap: 'nowrap',
  columnGap: 4,
  '@container (max-width: 479.95px)': {
    flexWrap: 'wrap',
    '& > [data-facts]': { order: 1, flexBasis: '100%' },
  },
} as const;

function Bar({ label, value }: { label: string; value: number | 'waiting' }) {
  const isWaiting = value === 'waiting';
  return (
    <Box
      role="progressbar"
      aria-label={label}
      {...(!isWaiting && { 'aria-valuenow': Math.round(value * 100) })}
      sx={{ height: BAR_PX, borderRadius: 2, overflow: 'hidden', bgcolor: 'action.selected' }}
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
