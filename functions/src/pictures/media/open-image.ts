import type { FileStorage } from '../../platform/files/file-storage.ts';
import { openBucketImage } from './bucket-images.ts';
import type { MediaService, OpenImage } from './media-service.ts';
import type { StoredImage } from './stored-image.ts';

/** Opens a stored image, wherever it is. */
export const openImage = (
  { media, bucket }: FileStorage & { media: Pick<MediaService, 'open'> },
  image: StoredImage,
  variant: 'full' | 'thumbnail',
  signal?: AbortSignal,
): Promise<OpenImage> =>
  image.isInBucket ? openBucketImage({ bucket }, image, variant) : media.open(image, variant, signal);
