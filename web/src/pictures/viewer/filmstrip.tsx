import Box from '@mui/material/Box';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import type { BatchPicture } from './batch-picture.ts';

const CELL_PX = 60;
const HEIGHT_PX = 56;

interface Props {
  pictures: readonly BatchPicture[];
  position: number;
  onMove: (index: number) => void;
}

/** All pictures in a row, with the current one in the center. Only those in view are rendered. */
export function Filmstrip({ pictures, position, onMove }: Props) {
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
          return (
            picture && (
              <button
                key={picture.index}
                type="button"
                aria-label={`Show ${picture.fileName}`}
                aria-current={index === position}
                // The arrow keys reach the others.
                tabIndex={index === position ? 0 : -1}
                style={{ transform: `translateX(${start}px)` }}
                onClick={() => onMove(picture.index)}
              >
                <Thumbnail path={picture.thumbnailUrl} alt="" placeholder={picture.placeholder} />
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
    '&[aria-current=true]': {
      opacity: 1,
      outline: '2px solid var(--mui-palette-primary-main)',
      outlineOffset: '-2px',
    },
  },
} as const;
