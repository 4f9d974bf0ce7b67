import type { BatchImage } from '@portal/contracts/batch-calls';
import type { UpscaleBatch } from '@portal/contracts/upscale';
import type { GalleryPicture } from '../../../pictures/gallery/gallery-cell.tsx';

/** The upscaled images, each with its original. */
export function listPictures(
  { scale, results }: Pick<UpscaleBatch, 'scale' | 'results'>,
  images: readonly BatchImage[],
): GalleryPicture[] {
  const byIndex = new Map(results.map((result) => [result.index, result]));
  return images.map((image) => {
    const original = byIndex.get(image.index)?.originalUrl;
    const before = `${Math.round(image.width / scale)} × ${Math.round(image.height / scale)}`;
    return {
      ...image,
      note: `${before} to ${image.width} × ${image.height}`,
      ...(original !== undefined && {
        original: { webUrl: original, thumbnailUrl: `${original}/thumbnail` },
      }),
    };
  });
}
