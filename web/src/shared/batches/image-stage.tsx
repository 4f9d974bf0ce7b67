import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { loadPicture } from '../api/blob-cache.ts';
import { requestBlob } from '../api/client.ts';
import { CHECKERBOARD } from '../ui/thumbnail.tsx';
import type { BatchPicture } from './images-dialog.tsx';
import { drag, useSteadyCentre, useSwipe } from './move-picture.ts';

interface Props {
  picture: BatchPicture;
  /** Times the size at which it fits. */
  zoom: number;
  onToggleZoom: () => void;
  onSwipe: (step: 1 | -1) => void;
}

/** The picture itself, over its own thumbnail until it is there. */
export function ImageStage({ picture, zoom, onToggleZoom, onSwipe }: Props) {
  const { url, hasFailed } = useFullPicture(picture.webUrl);
  const thumbnail = useQuery({
    queryKey: ['picture', picture.thumbnailUrl],
    queryFn: () => loadPicture(picture.thumbnailUrl),
    retryOnMount: false,
  });
  const { width, height } = picture;
  const [stage, onScroll] = useSteadyCentre(zoom);
  const swipe = useSwipe((step) => zoom === 1 && onSwipe(step));
  const shown = url ?? thumbnail.data;
  return (
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
      {shown !== undefined && !hasFailed && (
        <Box
          component="img"
          src={shown}
          alt={picture.fileName}
          draggable={false}
          sx={{ ...CHECKERBOARD, display: 'block', maxWidth: 'none' }}
          style={{
            aspectRatio: `${width} / ${height}`,
            width: `calc(min(100cqw - 24px, (100cqh - 24px) * ${width / height}, ${width}px) * ${zoom})`,
            filter: url === undefined ? 'blur(6px)' : 'none',
          }}
        />
      )}
      {url === undefined && !hasFailed && (
        <CircularProgress
          size={24}
          aria-label="Loading image"
          sx={{ position: 'absolute', bottom: 20, left: 'calc(50% - 12px)' }}
        />
      )}
      {hasFailed && (
        <Box role="alert" sx={{ display: 'grid', justifyItems: 'center', gap: 2, color: 'text.secondary' }}>
          <ImageOff aria-hidden size={22} />
          This image failed to load.
        </Box>
      )}
    </Box>
  );
}

/**
 * Full pictures are kept only while they are looked at (they are large); the browser's cache makes the way back short.
 */
function useFullPicture(path: string): { url?: string; hasFailed: boolean } {
  const [result, setResult] = useState<{ url?: string; hasFailed: boolean }>({ hasFailed: false });
  useEffect(() => {
    let url: string | undefined;
    let isGone = false;
    const load = async () => {
      const bytes = await requestBlob(path);
      if (isGone) return;
      url = URL.createObjectURL(bytes);
      setResult({ url, hasFailed: false });
    };
    load().catch(() => setResult({ hasFailed: true }));
    return () => {
      isGone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [path]);
  return result;
}
