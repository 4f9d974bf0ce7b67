import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { usePictureNearViewport } from './use-picture.ts';

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

/** A small picture that fills its parent. It is fetched when it comes near the viewport. */
export const Thumbnail = ({ path, alt }: Props) =>
  path === null ? <DeletedPicture /> : <StoredPicture path={path} alt={alt} />;

function StoredPicture({ path, alt }: Props & { path: string }) {
  const [{ url, isRequested, hasFailed }, ref] = usePictureNearViewport(path);
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <div ref={ref} style={FILL}>
      {hasFailed || (url !== undefined && url === brokenUrl) ? (
        <PicturePlaceholder
          label={alt === '' ? 'Image failed to load' : `${alt}: failed to load`}
          title="This image failed to load."
          isError
        />
      ) : url === undefined ? (
        <Box data-loading data-requested={isRequested} sx={LOADING} />
      ) : (
        <Box
          component="img"
          src={url}
          alt={alt}
          decoding="async"
          draggable={false}
          onError={() => setBrokenUrl(url)}
          sx={PICTURE}
        />
      )}
    </div>
  );
}

const DeletedPicture = () => <PicturePlaceholder label="File deleted" title="The file was deleted." />;

/** Shown for a file that cannot be decoded, for which the server may have nothing. */
export const UnreadablePicture = () => (
  <PicturePlaceholder label="No preview" title="This file has no preview." isError />
);

interface PlaceholderProps {
  label: string;
  title: string;
  isError?: boolean;
}

const PicturePlaceholder = ({ label, title, isError = false }: PlaceholderProps) => (
  <Box
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
const LOADING = {
  ...FILL,
  bgcolor: 'action.selected',
  // Each animated element is a layer of its own, so those that wait for their turn are not animated.
  '&[data-requested=true]': { animation: `${pulse} 1.6s ease-in-out infinite` },
} as const;
const PICTURE = {
  ...FILL,
  ...CHECKERBOARD,
  objectFit: 'cover',
  animation: `${appear} 200ms ease-out`,
} as const;
