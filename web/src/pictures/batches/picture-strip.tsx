import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { CircleAlert, CircleHelp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { GAP_PX, measureStrip } from './list-slots.ts';
import { usePictureSize, type PictureSize } from './picture-size.ts';
import { useMaximum } from './use-maximum.ts';

interface Props<Item> {
  items: readonly Item[];
  /** Width over height of an item. */
  ratio: number;
  /** Width of the strip in pixels. */
  width: number;
  /** How many items fit in a row, and how many show before 'Show more'. */
  arrange: (total: number, size: PictureSize) => { columns: number; shown: number };
  /** Its buttons are not tab stops, since there can be hundreds. Keyboard users have View images and the arrow keys. */
  children: (item: Item) => ReactNode;
  sx?: object;
}

/** The pictures of a batch in a few rows, and all of them on request. */
export function PictureStrip<Item>({ items, ratio, width, arrange, children, sx }: Props<Item>) {
  const [isExpanded, setIsExpanded] = useState(false);
  const size = usePictureSize();
  // A batch that is cancelled loses items. What is left stays where it is.
  const total = useMaximum(items.length);
  const { columns, shown } = arrange(total, size);
  if (total === 0) return undefined;
  const hidden = Math.max(items.length - shown, 0);
  const minHeight =
    total > items.length ? measureStrip(width, ratio, columns, Math.min(total, shown + 1)) : 0;
  return (
    <Box
      role="group"
      aria-label="Images"
      sx={[STRIP, { '& > *': { aspectRatio: ratio } }, ...(sx ? [sx] : [])]}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, minHeight }}
    >
      {(isExpanded ? items : items.slice(0, shown)).map(children)}
      {hidden > 0 && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-label={isExpanded ? 'Show fewer' : `Show ${hidden} more`}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? 'Fewer' : `+${hidden}`}
        </button>
      )}
    </Box>
  );
}

interface FailedSlotProps {
  name: string;
  state: 'failed' | 'uncertain';
  reason: string;
}

/** In place of a picture that could not be made. */
export function FailedSlot({ name, state, reason }: FailedSlotProps) {
  const Icon = state === 'failed' ? CircleAlert : CircleHelp;
  return (
    <Tooltip title={reason}>
      <div role="img" aria-label={`${name}: ${reason}`} data-slot={state}>
        <Icon aria-hidden size={18} />
      </div>
    </Tooltip>
  );
}

const pulse = keyframes({ '50%': { opacity: 0.4 } });

/** One style for all slots: styling thousands of them individually is slow. */
const STRIP = {
  display: 'grid',
  alignContent: 'start',
  gap: `${GAP_PX}px`,
  '& > *': { minWidth: 0, borderRadius: '8px', overflow: 'hidden' },
  '& button': {
    minWidth: 0,
    p: 0,
    border: 0,
    overflow: 'hidden',
    cursor: 'pointer',
    font: 'inherit',
    fontSize: '0.8125rem',
    color: 'text.secondary',
    bgcolor: 'action.hover',
    transition: 'filter 140ms ease-out',
    '&:hover': { filter: 'brightness(1.06)' },
  },
  '& [data-slot]': { display: 'grid', placeContent: 'center', border: '1px solid', borderColor: 'divider' },
  '& [data-slot=failed]': { color: 'error.main', bgcolor: 'action.hover' },
  '& [data-slot=uncertain]': { color: 'warning.main', bgcolor: 'action.hover' },
  '& [data-slot=queued]': { borderStyle: 'dashed' },
  '& [data-slot=running]': {
    borderColor: 'transparent',
    background:
      'radial-gradient(120% 120% at 20% 15%, rgba(var(--mui-palette-primary-mainChannel) / 0.34), rgba(var(--mui-palette-primary-mainChannel) / 0.08) 70%)',
    animation: `${pulse} 1.6s ease-in-out infinite`,
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
  },
} as const;
