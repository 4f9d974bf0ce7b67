import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { CircleAlert, CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { GAP_PX, measureStrip } from '../../../shared/batches/list-slots.ts';
import { usePictureSize } from '../../../shared/batches/picture-size.ts';
import { useMaximum } from '../../../shared/batches/use-maximum.ts';
import { Thumbnail, UnreadablePicture } from '../../../shared/ui/thumbnail.tsx';
import { arrangePairs, type Pair } from './list-pairs.ts';
import type { Side } from './view-dialog.tsx';

const pulse = keyframes({ '50%': { opacity: 0.4 } });
/** Two squares side by side. */
const PAIR_RATIO = 2;

interface Props {
  pairs: readonly Pair[];
  /** Width of the strip in pixels. */
  width: number;
  onOpen: (side: Side, index: number) => void;
}

/** Each original of a batch beside its styled image. */
export function PairStrip({ pairs, width, onOpen }: Props) {
  const [isExpanded, setIsExpanded] = useState(false);
  const size = usePictureSize();
  // A batch that is cancelled loses pairs. What is left stays where it is.
  const total = useMaximum(pairs.length);
  const { columns, shown } = arrangePairs(width, total, size);
  const hidden = Math.max(pairs.length - shown, 0);
  const minHeight =
    total > pairs.length ? measureStrip(width, PAIR_RATIO, columns, Math.min(total, shown + 1)) : 0;
  return (
    <Box
      role="group"
      aria-label="Images"
      sx={STRIP}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, minHeight }}
    >
      {(isExpanded ? pairs : pairs.slice(0, shown)).map((pair) => (
        <PairContent key={pair.result.index} pair={pair} onOpen={onOpen} />
      ))}
      {hidden > 0 && (
        <button
          type="button"
          data-more
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

interface PairProps extends Pick<Props, 'onOpen'> {
  pair: Pair;
}

// Not tab stops, since there can be hundreds. Keyboard users have View Images and the arrow keys.
const PairContent = ({ pair, onOpen }: PairProps) => {
  const { index, fileName, originalThumbnailUrl, status } = pair.result;
  return (
    <div data-pair={status} title={fileName}>
      {pair.failure?.permanent === 'unreadable' ? (
        <div>
          <UnreadablePicture />
        </div>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`View original of ${fileName}`}
          onClick={() => onOpen('original', index)}
        >
          <Thumbnail path={originalThumbnailUrl} alt="" />
        </button>
      )}
      <After pair={pair} onOpen={onOpen} />
    </div>
  );
};

function After({ pair: { result, failure, placeholder }, onOpen }: PairProps) {
  const { index, fileName, thumbnailUrl, status } = result;
  if (thumbnailUrl !== null) {
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-label={`View styled ${fileName}`}
        onClick={() => onOpen('styled', index)}
      >
        <Thumbnail path={thumbnailUrl} alt="" placeholder={placeholder} />
      </button>
    );
  }
  if (failure) {
    const Icon = failure.state === 'failed' ? CircleAlert : CircleHelp;
    return (
      <Tooltip title={failure.reason}>
        <div role="img" aria-label={`${fileName}: ${failure.reason}`} data-after={failure.state}>
          <Icon aria-hidden size={18} />
        </div>
      </Tooltip>
    );
  }
  return <div data-after={status} />;
}

/** One style for all pairs: styling hundreds of them individually is slow. */
const STRIP = {
  display: 'grid',
  alignContent: 'start',
  gap: `${GAP_PX}px`,
  '& > *': { minWidth: 0, aspectRatio: PAIR_RATIO, borderRadius: '8px', overflow: 'hidden' },
  '& > div': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '2px' },
  '& button': {
    minWidth: 0,
    p: 0,
    border: 0,
    cursor: 'pointer',
    overflow: 'hidden',
    font: 'inherit',
    fontSize: '0.8125rem',
    color: 'text.secondary',
    bgcolor: 'action.hover',
    transition: 'filter 140ms ease-out',
    '&:hover': { filter: 'brightness(1.06)' },
  },
  '& > [data-pair=failed] > button': { opacity: 0.4, filter: 'saturate(0.5)' },
  '& [data-after]': {
    display: 'grid',
    placeContent: 'center',
    border: '1px dashed',
    borderColor: 'divider',
    borderLeft: 0,
    borderRadius: '0 8px 8px 0',
  },
  '& [data-after=failed]': { color: 'error.main', bgcolor: 'action.hover', borderStyle: 'solid' },
  '& [data-after=uncertain]': { color: 'warning.main', bgcolor: 'action.hover', borderStyle: 'solid' },
  '& [data-after=processing]': {
    borderColor: 'transparent',
    background:
      'radial-gradient(120% 120% at 20% 15%, rgba(var(--mui-palette-primary-mainChannel) / 0.34), rgba(var(--mui-palette-primary-mainChannel) / 0.08) 70%)',
    animation: `${pulse} 1.6s ease-in-out infinite`,
  },
} as const;
