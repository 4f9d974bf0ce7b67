import { ImageOff } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { pictures } from '../client/api/picture-cache.ts';
import type { Placeholder } from './placeholders.ts';
import styles from './thumbnail.module.css';
import { usePictureNearViewport } from './use-picture.ts';

/** The background of a picture that may be transparent, as in `thumbnail.module.css`. */
export const CHECKERBOARD = {
  backgroundImage: 'repeating-conic-gradient(rgb(128 128 128 / 0.22) 0 25%, rgb(128 128 128 / 0.06) 0 50%)',
  backgroundSize: '16px 16px',
} as const;

interface Props {
  /** Null if a cleanup has deleted the file. */
  path: string | null;
  /** Empty if the button around it or text beside it already describes the picture. */
  alt: string;
  /** A ThumbHash, shown until the picture has loaded. */
  placeholder?: string | undefined;
}

/** A small picture that fills its parent. It is fetched when it comes near the viewport. */
export const Thumbnail = ({ path, ...props }: Props) =>
  path === null ? <DeletedPicture /> : <StoredPicture path={path} {...props} />;

function StoredPicture({ path, alt, placeholder: hash }: Props & { path: string }) {
  const [{ url, isSlow, hasFailed, placeholder }, ref] = usePictureNearViewport(path, hash);
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const slow = isSlow || undefined;
  const isBroken = hasFailed || (url !== undefined && url === brokenUrl);
  return (
    <div ref={ref} className={styles.frame} style={isBroken ? {} : findBackground(placeholder, url)}>
      {isBroken ? (
        <PicturePlaceholder
          label={alt === '' ? 'Image failed to load' : `${alt}: failed to load`}
          title="This image failed to load."
          isError
        />
      ) : url === undefined ? (
        <div className={styles.loading} data-loading data-slow={slow} data-drawn={placeholder && true} />
      ) : (
        <img
          className={styles.picture}
          src={url}
          alt={alt}
          data-slow={slow}
          decoding="async"
          draggable={false}
          onError={() => {
            setBrokenUrl(url);
            pictures.discard(path);
          }}
        />
      )}
    </div>
  );
}

/**
 * Behind the picture, which the browser decodes after it has loaded. Not behind a transparent one: its checkerboard would show the
 * placeholder.
 */
function findBackground(placeholder: Placeholder | undefined, url: string | undefined): CSSProperties {
  if (!placeholder) return {};
  const { image, hasAlpha } = placeholder;
  if (!hasAlpha) return { backgroundImage: image };
  return url === undefined ? { backgroundImage: `${image}, ${CHECKERBOARD.backgroundImage}` } : {};
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

const PicturePlaceholder = ({ label, title, isError }: PlaceholderProps) => (
  <div role="img" aria-label={label} title={title} className={styles.placeholder} data-error={isError}>
    <ImageOff aria-hidden size={18} />
  </div>
);
