import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';
import { EditableName } from '../ui/editable-name.tsx';
import { useHasBeenNearViewport } from '../ui/use-near-viewport.ts';

const PADDING_PX = 16;
const BORDERS_PX = 2;
const enter = keyframes({ from: { opacity: 0, transform: 'translateY(-6px)' } });

/** The width of a card's content. */
export const measureContent = (cardWidth: number): number => cardWidth - 2 * PADDING_PX - BORDERS_PX;

interface Props {
  batchId: string;
  name: string;
  /** Undefined if the batch cannot be renamed. */
  onRename: ((name: string) => void) | undefined;
  /** Rendered in full even when off screen. */
  isEager: boolean;
  children: ReactNode;
}

/** A batch's card with its editable name. Off screen, only the name is rendered. */
export function BatchCardFrame({ batchId, name, onRename, isEager, children }: Props) {
  const [hasBeenNear, ref] = useHasBeenNearViewport();
  const nameId = `batch-${batchId}-name`;
  return (
    <Card
      ref={ref}
      component="article"
      id={`batch-${batchId}`}
      tabIndex={-1}
      aria-labelledby={nameId}
      sx={CARD}
    >
      <EditableName id={nameId} name={name} onSave={onRename} />
      {isEager || hasBeenNear ? (
        <Box sx={{ display: 'grid', gap: 3 }}>{children}</Box>
      ) : (
        <Box sx={{ height: 240 }} />
      )}
    </Card>
  );
}

const CARD = {
  p: `${PADDING_PX}px`,
  containerType: 'inline-size',
  // Off screen, the browser neither lays out nor paints the card, and keeps its last height.
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 288px',
  scrollMarginTop: 72,
  animation: `${enter} 180ms ease-out`,
} as const;

/** The last line of a card: facts, then actions. */
export const CardFooter = ({ facts, children }: { facts: ReactNode; children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2 }}>
    <Box sx={{ flexGrow: 1 }}>{facts}</Box>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto', mr: -1 }}>{children}</Box>
  </Box>
);
