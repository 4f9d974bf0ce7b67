import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { CircleAlert, CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { Thumbnail } from '../ui/thumbnail.tsx';
import { arrangeSlots, GAP_PX, measureStrip, type Slot } from './list-slots.ts';
import { usePictureSize } from './picture-size.ts';
import { useMaximum } from './use-maximum.ts';

const pulse = keyframes({ '50%': { opacity: 0.4 } });

interface Props {
  slots: readonly Slot[];
  /** Aspect ratio of the images, width over height. */
  ratio: number;
  /** Width of the strip in pixels. */
  width: number;
  makeThumbnailPath: (url: string) => string;
  onOpen: (index: number) => void;
}

/** One slot for each image of a batch, filled as images finish. */
export function ImageStrip({ slots, ratio, width, makeThumbnailPath, onOpen }: Props) {
  const [isExpanded, setIsExpanded] = useState(false);
  const size = usePictureSize();
  // A batch that is cancelled loses slots. What is left stays where it is.
  const total = useMaximum(slots.length);
  const { columns, shown } = arrangeSlots(width, ratio, total, size);
  const hidden = Math.max(slots.length - shown, 0);
  const minHeight =
    total > slots.length ? measureStrip(width, ratio, columns, Math.min(total, shown + 1)) : 0;
  return (
    <Box
      role="group"
      aria-label="Images"
      sx={[STRIP, { '& > *': { aspectRatio: ratio } }]}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, minHeight }}
    >
      {(isExpanded ? slots : slots.slice(0, shown)).map((slot) => (
        <SlotContent key={slot.index} slot={slot} makeThumbnailPath={makeThumbnailPath} onOpen={onOpen} />
      ))}
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

interface SlotProps extends Pick<Props, 'makeThumbnailPath' | 'onOpen'> {
  slot: Slot;
}

function SlotContent({ slot, makeThumbnailPath, onOpen }: SlotProps) {
  if (slot.state === 'made') {
    // Not tab stops, since there can be hundreds. Keyboard users have View images and the arrow keys.
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Open image ${slot.index + 1}`}
        onClick={() => onOpen(slot.index)}
      >
        <Thumbnail path={makeThumbnailPath(slot.url)} alt="" placeholder={slot.placeholder} />
      </button>
    );
  }
  if (slot.state === 'failed' || slot.state === 'uncertain') {
    const Icon = slot.state === 'failed' ? CircleAlert : CircleHelp;
    return (
      <Tooltip title={slot.reason}>
        <div role="img" aria-label={`Image ${slot.index + 1}: ${slot.reason}`} data-slot={slot.state}>
          <Icon aria-hidden size={18} />
        </div>
      </Tooltip>
    );
  }
  if (slot.state === 'running' && slot.share !== undefined) {
    const percent = `${Math.floor(slot.share * 100)}%`;
    return (
      <div role="img" aria-label={`Image ${slot.index + 1}: ${percent} done`} data-slot="running">
        {percent}
      </div>
    );
  }
  return <div data-slot={slot.state} />;
}

/** One style for all slots: styling thousands of them individually is slow. */
const STRIP = {
  display: 'grid',
  alignContent: 'start',
  gap: `${GAP_PX}px`,
  '& > *': {
    minWidth: 0,
    borderRadius: '8px',
    overflow: 'hidden',
    border: '1px solid transparent',
  },
  '& > button': {
    p: 0,
    border: 0,
    cursor: 'pointer',
    font: 'inherit',
    fontSize: '0.8125rem',
    color: 'text.secondary',
    bgcolor: 'action.hover',
    transition: 'filter 140ms ease-out',
    '&:hover': { filter: 'brightness(1.06)' },
  },
  '& > [data-slot]': { display: 'grid', placeContent: 'center', borderColor: 'divider' },
  '& > [data-slot=failed]': { color: 'error.main', bgcolor: 'action.hover' },
  '& > [data-slot=uncertain]': { color: 'warning.main', bgcolor: 'action.hover' },
  '& > [data-slot=queued]': { borderStyle: 'dashed' },
  '& > [data-slot=running]': {
    borderColor: 'transparent',
    background:
      'radial-gradient(120% 120% at 20% 15%, rgba(var(--mui-palette-primary-mainChannel) / 0.34), rgba(var(--mui-palette-primary-mainChannel) / 0.08) 70%)',
    animation: `${pulse} 1.6s ease-in-out infinite`,
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
  },
} as const;
