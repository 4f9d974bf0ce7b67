import type { BatchImage } from '@portal/contracts/batch-calls';
import type { StylizerBatch } from '@portal/contracts/stylizer';
import { listPairs } from './list-pairs.ts';

export type Side = 'original' | 'styled';

/** A picture of a batch that can be looked at. */
export interface View {
  index: number;
  name: string;
  webUrl: string;
  thumbnailUrl: string;
  /** Of a styled one the server says it, a moment later. */
  downloadName: string | undefined;
  hasOtherSide: boolean;
}

/** All originals that can be read, or what is styled so far. */
export function listViews(
  batch: Pick<StylizerBatch, 'status' | 'results' | 'failures'>,
  side: Side,
  images: readonly Pick<BatchImage, 'index' | 'fileName'>[] = [],
): View[] {
  const names = new Map(images.map(({ index, fileName }) => [index, fileName]));
  return listPairs(batch).flatMap(({ result, failure }) => {
    if (failure?.permanent === 'unreadable') return [];
    const { index, fileName: name, styledImageUrl, thumbnailUrl } = result;
    const isStyled = styledImageUrl !== null && thumbnailUrl !== null;
    if (side === 'original')
      return {
        index,
        name,
        webUrl: result.originalImageUrl,
        thumbnailUrl: result.originalThumbnailUrl,
        downloadName: name,
        hasOtherSide: isStyled,
      };
    if (!isStyled) return [];
    return {
      index,
      name,
      webUrl: styledImageUrl,
      thumbnailUrl,
      downloadName: names.get(index),
      hasOtherSide: true,
    };
  });
}
