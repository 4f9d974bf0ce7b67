import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A short fact in a pill, such as '2x'. */
export const Badge = ({ children }: { children: ReactNode }) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      verticalAlign: 'middle',
      gap: 1,
      px: 2,
      border: '1px solid',
      borderColor: 'divider',
      borderRadius: '999px',
      color: 'text.primary',
    }}
  >
    {children}
  </Box>
);
