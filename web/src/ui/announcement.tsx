import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { VISUALLY_HIDDEN } from './visually-hidden.ts';

/** Read by screen readers when it changes. Always rendered: they miss a text that comes with its live region. */
export const Announcement = ({ children }: { children: ReactNode }) => (
  <Box role="status" sx={VISUALLY_HIDDEN}>
    {children}
  </Box>
);
