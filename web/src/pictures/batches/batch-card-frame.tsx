import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';
import { EditableName } from '../../ui/editable-name.tsx';
import { useHasBeenNearViewport } from '../../ui/use-near-viewport.ts';
import { batchCardId } from './batch-path.ts';

const PADDING_PX = 16;
const BORDERS_PX = 2;
const enter = keyframes({ from: { opacity: 0, transform: 'translateY(-6px)' } });

/** The width of a card's content. */
export const measureContent = (cardWidth: number): number => cardWidth - 2 * PADDING_PX - BORDERS_PX;

interface Props {
  batchId: string;
  name: string;
  /** Shown before the name. */
  label?: ReactNode;
  afterName?: ReactNode;
  /** Undefined if the batch cannot be renamed. */
  onRename: ((name: string) => void) | undefined;
  /** Rendered in full even when off screen. */
  isEager: boolean;
  children: ReactNode;
}

/** A batch's card with its editable name. Off screen, only the name is rendered. */
export function BatchCardFrame({ batchId, name, label, afterName, onRename, isEager, children }: Props) {
  const [hasBeenNear, ref] = useHasBeenNearViewport();
  const isShown = isEager || hasBeenNear;
  const nameId = `${batchCardId(batchId)}-name`;
  return (
    <Card
      ref={ref}
      component="article"
      id={batchCardId(batchId)}
      tabIndex={-1}
      aria-labelledby={nameId}
      sx={CARD}
    >
      <Box sx={label === undefined ? TITLE : LABELED_TITLE}>
        {isShown && label}
        <EditableName id={nameId} name={name} onSave={onRename} />
        {isShown && afterName}
      </Box>
      {isShown ? <Box sx={{ display: 'grid', gap: 2 }}>{children}</Box> : <Box sx={{ height: 312 }} />}
    </Card>
  );
}

const TITLE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 1,
  minWidth: 0,
} as const;
/** The name, mostly a date, is the smaller part. */
const LABELED_TITLE = {
  ...TITLE,
  '& h3': { fontSize: '0.875rem', fontWeight: 500, color: 'text.secondary' },
} as const;
const CARD = {
  p: `${PADDING_PX}px`,
  containerType: 'inline-size',
  // Off screen, the browser neither lays out nor paints the card, and keeps its last height.
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 360px',
  // Below the bar that leads to the form and the history on a phone.
  scrollMarginTop: { xs: '120px', md: '72px' },
  animation: `${enter} 180ms ease-out`,
} as const;

/**
 * The end of a card: facts, then actions. Narrow cards stack them. The height does not depend on the state of the batch, so that
 * cards stay where they are when a batch ends.
 */
export const CardFooter = ({ facts, children }: { facts: ReactNode; children: ReactNode }) => (
  <Box sx={FOOTER}>
    <div>{facts}</div>
    <div>{children}</div>
  </Box>
);

/** Two lines of facts. */
const FACTS_PX = 42;

const FOOTER = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  rowGap: 2,
  columnGap: 4,
  alignItems: 'center',
  '& > :last-child': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: 1,
    minHeight: 32,
    mx: -2,
  },
  '@container (max-width: 559.95px)': { '& > :first-of-type': { minHeight: FACTS_PX } },
  // Beside a form at 1024 px, actions fit into one line only without gaps. On a phone they take two.
  '@container (max-width: 479.95px)': { '& > :last-child': { gap: 0 } },
  '@container (max-width: 399.95px)': {
    '& > :last-child': { minHeight: 64, alignContent: 'start', justifyContent: 'flex-start' },
  },
  '@container (min-width: 900px)': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    minHeight: FACTS_PX,
    '& > :last-child': { flexWrap: 'nowrap', ml: 0 },
  },
} as const;
