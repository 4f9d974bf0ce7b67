import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface Props {
  title: string;
  /** Shown at the end of the title's line. */
  end?: ReactNode;
  children: ReactNode;
}

export function HomeSection({ title, end, children }: Props) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 4, mb: 3 }}>
        <Typography id={id} variant="h2">
          {title}
        </Typography>
        {end}
      </Box>
      {children}
    </Box>
  );
}
