import Box from '@mui/material/Box';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Star, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import type { BatchPicture } from './batch-picture.ts';

const CELL_PX = 60;
const HEIGHT_PX = 56;

interface Props {
  pictures: readonly BatchPicture[];
  position: number;
  /** Of the user's own pictures. */
  describe?: (picture: BatchPicture) => { isStarred: boolean; isMarked: boolean } | undefined;
  onMove: (index: number) => void;
}

/** All pictures in a row, with the current one in the center. Only those in view are rendered. */
export function Filmstrip({ pictures, position, describe, onMove }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- it rerenders on every scroll anyway
  const strip = useVirtualizer({
    horizontal: true,
    count: pictures.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CELL_PX,
    overscan: 6,
  });
  useLayoutEffect(() => {
    if (position >= 0) strip.scrollToIndex(position, { align: 'center' });
  }, [strip, position, pictures.length]);
  return (
    <Box ref={scroller} role="group" aria-label="All pictures" sx={SCROLLER}>
      <Box
        sx={{ position: 'relative', height: HEIGHT_PX, mx: 'auto' }}
        style={{ width: strip.getTotalSize() }}
      >
        {strip.getVirtualItems().map(({ index, start }) => {
          const picture = pictures[index];
          const { isStarred = false, isMarked = false } = (picture && describe?.(picture)) ?? {};
          return (
            picture && (
              <button
                key={picture.index}
                type="button"
                aria-label={[
                  `Show ${picture.fileName}`,
                  ...(isStarred ? ['starred'] : []),
                  ...(isMarked ? ['marked for deletion'] : []),
                ].join(', ')}
                aria-current={index === position}
                // The arrow keys reach the others.
                tabIndex={index === position ? 0 : -1}
                style={{ transform: `translateX(${start}px)` }}
                onClick={() => onMove(picture.index)}
              >
                <Thumbnail path={picture.thumbnailUrl} alt="" placeholder={picture.placeholder} />
                {isStarred && <Star aria-hidden size={16} data-flag="star" fill="currentColor" />}
                {isMarked && <Trash2 aria-hidden size={16} data-flag="mark" />}
              </button>
            )
          );
        })}
      </Box>
    </Box>
  );
}

const SCROLLER = {
  flexShrink: 0,
  overflowX: 'auto',
  overflowY: 'hidden',
  p: 2,
  borderTop: '1px solid',
  borderColor: 'divider',
  '& button': {
    position: 'absolute',
    inset: '0 auto auto 0',
    width: HEIGHT_PX,
    height: HEIGHT_PX,
    p: 0,
    border: 0,
    borderRadius: '6px',
    overflow: 'hidden',
    cursor: 'pointer',
    bgcolor: 'transparent',
    opacity: 0.6,
    '&:hover': { opacity: 1 },
    '& [data-flag]': {
      position: 'absolute',
      right: 2,
      p: '2px',
      borderRadius: '50%',
      color: '#fff',
      bgcolor: 'rgb(0 0 0 / 0.7)',
    },
    '& [data-flag=star]': { top: 2 },
    '& [data-flag=mark]': { bottom: 2, color: 'error.contrastText', bgcolor: 'error.main' },
    '&[aria-current=true]': {
      opacity: 1,
      outline: '2px solid var(--mui-palette-primary-main)',
      outlineOffset: '-2px',
    },
  },
} as const;
