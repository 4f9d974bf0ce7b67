import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  subtitle?: string;
  /** Shown at the end of the line, such as a count or a button. */
  children?: ReactNode;
}

export function PageHeader({ title, subtitle, children }: Props) {
  return (
    <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 4, mb: 6 }}>
      <title>{title}</title>
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="h1">{title}</Typography>
        {subtitle !== undefined && (
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            {subtitle}
          </Typography>
        )}
      </Box>
      {children}
    </Box>
  );
}
