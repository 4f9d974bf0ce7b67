import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export interface Bar {
  key: string;
  label: string;
  /** The length, relative to the largest amount. */
  amount: number;
  /** The amount as text. */
  value: string;
  note?: ReactNode;
}

interface Props {
  label: string;
  bars: readonly Bar[];
}

/** A bar chart as a list: every bar has a label and its value as text. */
export function BarList({ label, bars }: Props) {
  const largest = Math.max(...bars.map(({ amount }) => amount), 0);
  return (
    <Box component="ul" aria-label={label} sx={LIST}>
      {bars.map(({ key, label: name, amount, value, note }) => (
        <li key={key}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 1.5 }}>
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {name}
            </Box>
            <Box component="span" sx={{ ml: 'auto', flexShrink: 0, textAlign: 'right' }}>
              {note !== undefined && (
                <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem', mr: 2 }}>
                  {note}{' '}
                </Box>
              )}
              <Box component="span" sx={{ fontWeight: 500 }}>
                {value}
              </Box>
            </Box>
          </Box>
          <Box aria-hidden sx={TRACK}>
            <Box sx={FILL} style={{ width: `${largest === 0 ? 0 : (amount / largest) * 100}%` }} />
          </Box>
        </li>
      ))}
    </Box>
  );
}

const LIST = { display: 'grid', gap: 4, m: 0, p: 0, listStyle: 'none' } as const;
const TRACK = { height: 6, borderRadius: 3, overflow: 'hidden', bgcolor: 'action.hover' } as const;
const FILL = {
  height: '100%',
  borderRadius: 3,
  bgcolor: 'primary.main',
  transition: 'width 200ms ease-out',
} as const;
