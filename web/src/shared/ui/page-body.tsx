import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export const PageBody = ({ children, maxWidth = 1200 }: { children: ReactNode; maxWidth?: number }) => (
  <Box
    component="main"
    sx={{ width: '100%', maxWidth, mx: 'auto', px: { xs: 4, sm: 6 }, py: { xs: 6, sm: 10 } }}
  >
    {children}
  </Box>
);
