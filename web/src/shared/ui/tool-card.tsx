import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { SHORT_SCREEN } from '../theme/short-screen.ts';

interface Props {
  /** Of the heading in its body. */
  titleId: string;
  children: ReactNode;
}

/** The form of a tool: it stays in sight beside a long history, and scrolls by itself. */
export const ToolCard = ({ titleId, children }: Props) => (
  <Card
    component="section"
    aria-labelledby={titleId}
    sx={{
      position: { md: 'sticky' },
      top: 80,
      display: 'flex',
      flexDirection: 'column',
      maxHeight: { md: 'max(480px, calc(100dvh - 196px))' },
      [SHORT_SCREEN]: { position: 'static', maxHeight: 'none' },
    }}
  >
    {children}
  </Card>
);

interface BodyProps extends Props {
  title: string;
}

/** All of the form but its submit bar. */
export const ToolCardBody = ({ titleId, title, children }: BodyProps) => (
  <Box sx={{ display: 'grid', gap: 4, p: 5, pb: 4, overflowY: { md: 'auto' } }}>
    <Typography id={titleId} variant="h2">
      {title}
    </Typography>
    {children}
  </Box>
);

interface BarProps {
  /** Facts and button in one line on wide screens too. */
  isRow?: boolean;
  children: ReactNode;
}

/** What it comes to, and the button; on a phone they stay at the bottom of the screen. */
export const ToolSubmitBar = ({ isRow = false, children }: BarProps) => (
  <Box
    sx={{
      display: 'grid',
      alignItems: 'center',
      gap: 3,
      borderTop: '1px solid',
      borderColor: 'divider',
      bgcolor: 'background.paper',
      p: { xs: '12px 16px calc(12px + env(safe-area-inset-bottom))', sm: '16px 20px 20px' },
      gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', ...(!isRow && { sm: 'minmax(0, 1fr)' }) },
      position: { xs: 'fixed', sm: 'static' },
      inset: 'auto 0 0 0',
      zIndex: 'appBar',
      [SHORT_SCREEN]: { position: 'static' },
    }}
  >
    {children}
  </Box>
);
