import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState, type Ref } from 'react';
import { pictureQuery } from '../api/blob-cache.ts';
import { useNearViewport } from './use-near-viewport.ts';

const pulse = keyframes({ '50%': { opacity: 0.45 } });
const appear = keyframes({ from: { opacity: 0 } });

/** Behind a picture that may be transparent. */
export const CHECKERBOARD = {
  backgroundImage: 'repeating-conic-gradient(rgb(128 128 128 / 0.22) 0 25%, rgb(128 128 128 / 0.06) 0 50%)',
  backgroundSize: '16px 16px',
} as const;

interface Props {
  /** Null when a cleanup has taken its file. */
  path: string | null;
  /** Empty where a text beside it, or the button around it, already says what it is. */
  alt: string;
}

/** A small picture of the API that fills its parent; fetched while it is near the screen, and only once. */
export const Thumbnail = ({ path, alt }: Props) =>
  path === null ? <GonePicture /> : <KeptPicture path={path} alt={alt} />;

function KeptPicture({ path, alt }: Props & { path: string }) {
  const [isNear, ref] = useNearViewport();
  const [isBroken, setIsBroken] = useState(false);
  // Without a subscriber, a request under way is cancelled: what scrolled past is not loaded.
  const { data: url, isError } = useQuery({ ...pictureQuery(path), subscribed: isNear });
  if (isError || isBroken) {
    return (
      <NoPicture
        ref={ref}
        label={alt === '' ? 'Image failed to load' : `${alt}: failed to load`}
        title="This image failed to load."
        isError
      />
    );
  }
  if (url === undefined) {
    return (
      <Box
        ref={ref}
        data-loading
        sx={{ ...FILL, bgcolor: 'action.selected', animation: `${pulse} 1.6s ease-in-out infinite` }}
      />
    );
  }
  return (
    <Box
      component="img"
      src={url}
      alt={alt}
      decoding="async"
      draggable={false}
      onError={() => setIsBroken(true)}
      sx={{ ...FILL, ...CHECKERBOARD, objectFit: 'cover', animation: `${appear} 200ms ease-out` }}
    />
  );
}

const GonePicture = () => <NoPicture label="File deleted" title="The file was deleted." />;

/** In place of a picture whose file cannot be read: there is nothing to ask the server for. */
export const UnreadablePicture = () => (
  <NoPicture label="Unreadable file" title="This file cannot be read as a picture." isError />
);

interface NoPictureProps {
  ref?: Ref<Element>;
  label: string;
  title: string;
  isError?: boolean;
}

const NoPicture = ({ ref, label, title, isError = false }: NoPictureProps) => (
  <Box
    ref={ref}
    role="img"
    aria-label={label}
    title={title}
    sx={{
      ...FILL,
      display: 'grid',
      placeContent: 'center',
      bgcolor: 'action.hover',
      color: isError ? 'error.main' : 'text.secondary',
    }}
  >
    <ImageOff aria-hidden size={18} />
  </Box>
);

const FILL = { display: 'block', width: '100%', height: '100%' } as const;
