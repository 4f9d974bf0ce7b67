import Box from '@mui/material/Box';
import { useState } from 'react';
import { BrokenPicture } from '../../../shared/viewer/broken-picture.tsx';
import { drag, useSteadyCenter, useSwipe } from '../../../shared/viewer/move-picture.ts';
import { useFullPicture } from '../../../shared/viewer/use-full-picture.ts';
import { Spinner } from '../../../shared/ui/loading.tsx';
import { CHECKERBOARD } from '../../../shared/ui/thumbnail.tsx';

interface Props {
  webUrl: string;
  thumbnailUrl: string;
  alt: string;
  /** 1 fits the window. */
  zoom: number;
  onToggleZoom: () => void;
  onSwipe: (step: 1 | -1) => void;
}

/** The full image, or its thumbnail while it loads. A message replaces an image that fails to load. */
export function ViewedPicture({ alt, zoom, onToggleZoom, onSwipe, ...paths }: Props) {
  const { url, thumbnailUrl, hasFailed } = useFullPicture(paths);
  // The API does not report the size of originals; the first image that loads determines it.
  const [ratio, setRatio] = useState<number>();
  const [stage, onScroll] = useSteadyCenter(zoom);
  const swipe = useSwipe((step) => zoom === 1 && onSwipe(step));
  const shown = url ?? thumbnailUrl;
  if (hasFailed) {
    return (
      <Box sx={STAGE}>
        <BrokenPicture />
      </Box>
    );
  }
  return (
    <>
      <Box
        ref={stage}
        onScroll={onScroll}
        onPointerDown={drag}
        onDoubleClick={onToggleZoom}
        {...swipe}
        sx={STAGE}
        style={{ cursor: zoom > 1 ? 'grab' : 'zoom-in' }}
      >
        {shown !== undefined && (
          <Box
            component="img"
            src={shown}
            alt={alt}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setRatio(naturalWidth / naturalHeight)
            }
            sx={{ ...CHECKERBOARD, display: 'block', maxWidth: 'none' }}
            style={{
              filter: url === undefined ? 'blur(6px)' : 'none',
              ...(ratio === undefined
                ? { visibility: 'hidden' }
                : { aspectRatio: ratio, width: `calc(min(100cqw, 100cqh * ${ratio}) * ${zoom})` }),
            }}
          />
        )}
      </Box>
      {url === undefined && (
        <Spinner
          size={24}
          label="Loading image"
          sx={{ position: 'absolute', bottom: 20, left: 'calc(50% - 12px)' }}
        />
      )}
    </>
  );
}

const STAGE = {
  position: 'absolute',
  inset: 0,
  overflow: 'auto',
  containerType: 'size',
  display: 'grid',
  placeItems: 'safe center',
} as const;
