import Box from '@mui/material/Box';
import { useState, type ReactNode, type RefObject } from 'react';
import { fullPictures } from '../../client/api/picture-cache.ts';
import { Spinner } from '../../ui/loading.tsx';
import { CHECKERBOARD } from '../../ui/thumbnail.tsx';
import { usePicture } from '../../ui/use-picture.ts';
import { BrokenPicture } from './broken-picture.tsx';
import { AFTER_CLIP, BEFORE_CLIP, CompareDivider } from './compare-divider.tsx';
import type { BatchPicture } from './batch-picture.ts';
import { drag, useSwipe } from './move-picture.ts';
import { useZoomGestures } from './use-zoom.ts';
import type { Point } from './zoom.ts';

interface Props {
  picture: BatchPicture;
  alt: string;
  /** The scroll container, and the box of the picture. */
  stage: RefObject<HTMLDivElement | null>;
  frame: RefObject<HTMLDivElement | null>;
  /** 1 fits the window. */
  zoom: number;
  /** Shows the original on the left of a divider. */
  isComparing: boolean;
  /** Over the picture. */
  overlay?: ReactNode;
  onToggleZoom: (at: Point) => void;
  onZoomBy: (factor: number, at: Point) => void;
  onSwipe: (step: 1 | -1) => void;
}

interface Size {
  ratio: number;
  /** A thumbnail does not tell it. */
  width?: number;
}

/** A full picture, and its thumbnail while it loads. */
function useFullPicture(paths: { webUrl: string; thumbnailUrl: string }) {
  const { url, hasFailed } = usePicture(paths.webUrl, fullPictures);
  const { url: thumbnailUrl } = usePicture(paths.thumbnailUrl);
  return { url, thumbnailUrl, hasFailed };
}

/** The full picture, or its thumbnail while it loads. */
export function ImageStage({
  picture,
  alt,
  stage,
  frame,
  zoom,
  isComparing,
  overlay,
  onToggleZoom,
  onZoomBy,
  onSwipe,
}: Props) {
  const made = useFullPicture(picture);
  const original = isComparing ? picture.original : undefined;
  // The API does not know the size of originals.
  const [loaded, setLoaded] = useState<Size>();
  const { width, height } = picture;
  const size = width > 0 && height > 0 ? { ratio: width / height, width } : loaded;
  useZoomGestures(stage, onZoomBy);
  const swipe = useSwipe((step) => zoom === 1 && onSwipe(step));
  return (
    <Box sx={{ position: 'absolute', inset: 0 }}>
      <Box
        ref={stage}
        onPointerDown={drag}
        {...swipe}
        onDoubleClick={({ clientX, clientY }) => onToggleZoom({ x: clientX, y: clientY })}
        sx={{
          position: 'absolute',
          inset: 0,
          overflow: 'auto',
          containerType: 'size',
          display: 'grid',
          placeItems: 'safe center',
          // Two fingers zoom the picture instead of the page.
          touchAction: 'pan-x pan-y',
          cursor: zoom > 1 ? 'grab' : 'zoom-in',
          '&:active': { cursor: zoom > 1 ? 'grabbing' : 'zoom-in' },
        }}
      >
        {made.hasFailed ? (
          <BrokenPicture />
        ) : (
          <Frame ref={frame} size={size} zoom={zoom}>
            <Picture
              picture={made}
              alt={alt}
              onSize={setLoaded}
              {...(original && { clipPath: AFTER_CLIP })}
            />
            {original && <OriginalPicture original={original} name={picture.fileName} />}
            {overlay}
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
  /** Undefined until it is known. */
  size: Size | undefined;
  zoom: number;
  children: ReactNode;
}

/** Fits the window, but at most the picture's own size, and then scaled by the zoom. */
const Frame = ({ ref, size, zoom, children }: FrameProps) => (
  <Box
    ref={ref}
    sx={{ ...CHECKERBOARD, display: 'grid', '& > *': { gridArea: '1 / 1' } }}
    style={
      size
        ? {
            aspectRatio: size.ratio,
            width: `calc(min(100cqw - 24px, (100cqh - 24px) * ${size.ratio}${size.width === undefined ? '' : `, ${size.width}px`}) * ${zoom})`,
          }
        : { visibility: 'hidden', maxWidth: '100cqw' }
    }
  >
    {children}
  </Box>
);

interface PictureProps {
  picture: ReturnType<typeof useFullPicture>;
  alt: string;
  clipPath?: string;
  onSize?: (size: Size) => void;
}

function Picture({ picture: { url, thumbnailUrl }, alt, clipPath, onSize }: PictureProps) {
  const shown = url ?? thumbnailUrl;
  if (shown === undefined) return undefined;
  return (
    <Box
      component="img"
      key={shown}
      src={shown}
      alt={alt}
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        onSize?.({
          ratio: naturalWidth / naturalHeight,
          ...(url !== undefined && { width: naturalWidth }),
        })
      }
      // Hides a broken thumbnail. The full picture was checked before.
      onError={({ currentTarget }) => currentTarget.style.setProperty('visibility', 'hidden')}
      sx={{ display: 'block', width: '100%', height: '100%', minWidth: 0, minHeight: 0 }}
      // No blur while it is a thumbnail: to blur a window takes as long as two frames, and enlarging it is soft enough.
      style={{ clipPath }}
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
