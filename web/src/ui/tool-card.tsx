import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { SHORT_SCREEN } from './theme/short-screen.ts';
import { FORM_PASSED } from './section-jump.tsx';

interface Props {
  /** The id of the heading in its body. */
  titleId: string;
  children: ReactNode;
}

/** The card of a tool's form. It stays in view beside a long history and scrolls on its own. */
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

interface TitleProps {
  titleId: string;
  title: string;
  badge?: ReactNode;
}

export const ToolCardTitle = ({ titleId, title, badge }: TitleProps) => (
  <Box
    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}
  >
    <Typography id={titleId} variant="h2">
      {title}
    </Typography>
    {badge}
  </Box>
);

/** The form without its submit bar. */
export const ToolCardBody = ({ children, ...titleProps }: TitleProps & { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 4, p: 5, pb: 4, overflowY: { md: 'auto' } }}>
    <ToolCardTitle {...titleProps} />
    {children}
  </Box>
);

interface BarProps {
  /** Keeps the facts and the button on one line on wide screens. */
  isRow?: boolean;
  children: ReactNode;
}

/** The estimated cost and the submit button. On a phone it stays above the navigation at the bottom of the screen. */
export const ToolSubmitBar = ({ isRow = false, children }: BarProps) => (
  <Box
    sx={{
      display: 'grid',
      alignItems: 'center',
      gap: 3,
      borderTop: '1px solid',
      borderColor: 'divider',
      bgcolor: 'background.paper',
      p: { xs: '12px 16px', sm: '16px 20px 20px' },
      gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', ...(!isRow && { sm: 'minmax(0, 1fr)' }) },
      position: { xs: 'fixed', sm: 'static' },
      inset: 'auto 0 var(--bottom-bar) 0',
      zIndex: 'appBar',
      [`[${FORM_PASSED}] &`]: { visibility: { xs: 'hidden', sm: 'visible' } },
      [SHORT_SCREEN]: { position: 'static', '&&': { visibility: 'visible' } },
    }}
  >
    {children}
  </Box>
);
