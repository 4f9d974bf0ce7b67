import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState, type Ref } from 'react';
import { pictureQuery } from '../api/blob-cache.ts';
import { useNearViewport } from './use-near-viewport.ts';

const pulse = keyframes({ '50%': { opacity: 0.45 } });
const appear = keyframes({ from: { opacity: 0 } });

/** The background of a picture that may be transparent. */
export const CHECKERBOARD = {
  backgroundImage: 'repeating-conic-gradient(rgb(128 128 128 / 0.22) 0 25%, rgb(128 128 128 / 0.06) 0 50%)',
  backgroundSize: '16px 16px',
} as const;

interface Props {
  /** Null if a cleanup has deleted the file. */
  path: string | null;
  /** Empty if the button around it or text beside it already describes the picture. */
  alt: string;
}

/** A small picture that fills its parent. It is fetched once, when it comes near the viewport. */
export const Thumbnail = ({ path, alt }: Props) =>
  path === null ? <DeletedPicture /> : <StoredPicture path={path} alt={alt} />;

function StoredPicture({ path, alt }: Props & { path: string }) {
  const [isNear, ref] = useNearViewport();
  const [isBroken, setIsBroken] = useState(false);
  // Losing its only subscriber cancels the request, so pictures that scroll past are not loaded.
  const { data: url, isError } = useQuery({ ...pictureQuery(path), subscribed: isNear });
  if (isError || isBroken) {
    return (
      <PicturePlaceholder
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

const DeletedPicture = () => <PicturePlaceholder label="File deleted" title="The file was deleted." />;

/** Shown for a file that cannot be decoded, for which the server may have nothing. */
export const UnreadablePicture = () => (
  <PicturePlaceholder label="No preview" title="This file has no preview." isError />
);

interface PlaceholderProps {
  ref?: Ref<Element>;
  label: string;
  title: string;
  isError?: boolean;
}

const PicturePlaceholder = ({ ref, label, title, isError = false }: PlaceholderProps) => (
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
