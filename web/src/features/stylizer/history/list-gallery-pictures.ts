import type { BatchImage } from '@portal/contracts/batch-calls';
import type { StylizerBatch } from '@portal/contracts/stylizer';
import type { GalleryPicture } from '../../../pictures/gallery/gallery-cell.tsx';

/** The styled images, each with its original. */
export function listGalleryPictures(
  { results }: Pick<StylizerBatch, 'results'>,
  images: readonly BatchImage[],
): GalleryPicture[] {
  const sources = new Map(results.map((result) => [result.index, result]));
  return images.map((image) => {
    const source = sources.get(image.index);
    return {
      ...image,
      note: `${image.width} × ${image.height}`,
      ...(source && {
        original: { webUrl: source.originalImageUrl, thumbnailUrl: source.originalThumbnailUrl },
      }),
    };
  });
}
