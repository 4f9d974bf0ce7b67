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
      maxHeight: { md: 'max(480px, calc(100dvh - 147px))' },
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

interface BodyProps extends TitleProps {
  /** Stays in view with the title while the other fields scroll. */
  pinned?: ReactNode;
  children: ReactNode;
}

/** The form without its submit bar. Fields fade out where the card cuts them off. */
export const ToolCardBody = ({ pinned, children, ...titleProps }: BodyProps) => (
  <Box sx={FRAME}>
    <Box sx={SCROLLER}>
      <Box sx={HEAD}>
        <ToolCardTitle {...titleProps} />
        {pinned}
      </Box>
      <Box sx={{ ...FIELDS, px: PADDING, pt: FIELDS.gap, pb: PADDING }}>{children}</Box>
    </Box>
  </Box>
);

const FIELDS = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: { xs: 3, sm: 4 },
} as const;
const PADDING = { xs: 4, sm: 5 } as const;
/** As high as the space around the fields, so that it covers nothing at the ends. */
const FADE = {
  content: '""',
  position: 'absolute',
  zIndex: 1,
  insetInline: 0,
  pointerEvents: 'none',
} as const;
const makeFade = (side: 'top' | 'bottom') =>
  `linear-gradient(to ${side}, transparent, var(--mui-palette-background-paper))`;
const FRAME = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  '&::after': { ...FADE, bottom: 0, height: 20, background: makeFade('bottom') },
} as const;
/** With less room than this, pinned fields would leave none for the others. */
const HAS_ROOM = '@media (min-width: 900px) and (min-height: 680px)';
const SCROLLER = {
  overflowY: { md: 'auto' },
  [HAS_ROOM]: { scrollPaddingBlock: '180px 20px' },
} as const;
const HEAD = {
  ...FIELDS,
  position: 'relative',
  zIndex: 2,
  px: PADDING,
  pt: PADDING,
  bgcolor: 'background.paper',
  [HAS_ROOM]: {
    position: 'sticky',
    top: 0,
    '&::after': { ...FADE, top: '100%', height: 16, background: makeFade('top') },
    // A long prompt scrolls in its field instead of covering the others.
    '& textarea:not([aria-hidden])': {
      maxHeight: 'max(63px, calc(100dvh - 640px))',
      overflowY: 'auto !important',
    },
  },
} as const;

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
