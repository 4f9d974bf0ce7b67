import Box from '@mui/material/Box';
import { useRef, type RefObject } from 'react';
import { Spinner } from '../ui/loading.tsx';
import { CHECKERBOARD } from '../ui/thumbnail.tsx';
import { BrokenPicture } from './broken-picture.tsx';
import { AFTER_CLIP, BEFORE_CLIP, CompareDivider } from './compare-divider.tsx';
import type { BatchPicture } from './batch-picture.ts';
import { drag, useSteadyCenter, useSwipe } from './move-picture.ts';
import { useFullPicture, type FullPicture } from './use-full-picture.ts';

interface Props {
  picture: BatchPicture;
  /** 1 fits the window. */
  zoom: number;
  /** Shows the original on the left of a divider. */
  isComparing: boolean;
  onToggleZoom: () => void;
  onSwipe: (step: 1 | -1) => void;
}

/** The full picture, or its blurred thumbnail while it loads. */
export function ImageStage({ picture, zoom, isComparing, onToggleZoom, onSwipe }: Props) {
  const made = useFullPicture(picture);
  const original = isComparing ? picture.original : undefined;
  const [stage, onScroll] = useSteadyCenter(zoom);
  const frame = useRef<HTMLDivElement>(null);
  const swipe = useSwipe((step) => zoom === 1 && onSwipe(step));
  return (
    <Box sx={{ position: 'absolute', inset: 0 }}>
      <Box
        ref={stage}
        onScroll={onScroll}
        onPointerDown={drag}
        {...swipe}
        onDoubleClick={onToggleZoom}
        sx={{
          position: 'absolute',
          inset: 0,
          overflow: 'auto',
          containerType: 'size',
          display: 'grid',
          placeItems: 'safe center',
          cursor: zoom > 1 ? 'grab' : 'zoom-in',
          '&:active': { cursor: zoom > 1 ? 'grabbing' : 'zoom-in' },
        }}
      >
        {made.hasFailed ? (
          <BrokenPicture />
        ) : (
          <Frame ref={frame} picture={picture} zoom={zoom}>
            <Picture picture={made} alt={picture.fileName} {...(original && { clipPath: AFTER_CLIP })} />
            {original && <OriginalPicture original={original} name={picture.fileName} />}
          </Frame>
        )}
      </Box>
      {original && !made.hasFailed && <CompareDivider stage={stage} frame={frame} />}
      {made.url === undefined && !made.hasFailed && (
        <Spinner
          size={24}
          label="Loading image"
          sx={{ position: 'absolute', bottom: 20, left: 'calc(50% - 12px)' }}
        />
      )}
    </Box>
  );
}

interface FrameProps {
  ref: RefObject<HTMLDivElement | null>;
  picture: BatchPicture;
  zoom: number;
  children: React.ReactNode;
}

/** Fits the window, but at most the picture's own size, and then scaled by the zoom. */
const Frame = ({ ref, picture: { width, height }, zoom, children }: FrameProps) => (
  <Box
    ref={ref}
    sx={{ ...CHECKERBOARD, display: 'grid', '& > *': { gridArea: '1 / 1' } }}
    style={{
      aspectRatio: `${width} / ${height}`,
      width: `calc(min(100cqw - 24px, (100cqh - 24px) * ${width / height}, ${width}px) * ${zoom})`,
    }}
  >
    {children}
  </Box>
);

interface PictureProps {
  picture: FullPicture;
  alt: string;
  clipPath?: string;
}

function Picture({ picture: { url, thumbnailUrl }, alt, clipPath }: PictureProps) {
  const shown = url ?? thumbnailUrl;
  if (shown === undefined) return undefined;
  return (
    <Box
      component="img"
      key={shown}
      src={shown}
      alt={alt}
      draggable={false}
      // Hides a broken thumbnail. The full picture was checked before.
      onError={({ currentTarget }) => currentTarget.style.setProperty('visibility', 'hidden')}
      sx={{ display: 'block', width: '100%', height: '100%', minWidth: 0, minHeight: 0 }}
      style={{ clipPath, filter: url === undefined ? 'blur(6px)' : 'none' }}
    />
  );
}

interface OriginalProps {
  original: NonNullable<BatchPicture['original']>;
  name: string;
}

/** Fills the same box as the result. */
function OriginalPicture({ original, name }: OriginalProps) {
  const picture = useFullPicture(original);
  return picture.hasFailed ? (
    <Box
      sx={{ display: 'grid', placeItems: 'center', bgcolor: 'background.paper' }}
      style={{ clipPath: BEFORE_CLIP }}
    >
      <BrokenPicture />
    </Box>
  ) : (
    <Picture picture={picture} alt={`${name}, before`} clipPath={BEFORE_CLIP} />
  );
}
