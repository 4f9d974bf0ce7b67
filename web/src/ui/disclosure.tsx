import Box from '@mui/material/Box';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  summary: ReactNode;
  children: ReactNode;
}

/** Content that a click on its summary shows. */
export const Disclosure = ({ summary, children }: Props) => (
  <Box component="details" sx={DETAILS}>
    <Box component="summary" sx={SUMMARY}>
      <ChevronRight aria-hidden size={16} />
      {summary}
    </Box>
    {children}
  </Box>
);

const DETAILS = {
  '& > summary > svg': { flexShrink: 0, transition: 'transform 120ms ease-out' },
  '&[open] > summary > svg': { transform: 'rotate(90deg)' },
} as const;

const SUMMARY = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  // Not inherited: the browser puts a summary into a slot of its own.
  boxSizing: 'border-box',
  minHeight: 44,
  py: 2,
  cursor: 'pointer',
  borderRadius: '8px',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
} as const;
